import { drop, mutant, type NamedTest, swap } from "../mutant.ts";

const EDITS = "prisma/migrations/20261201010201_edited_actions/migration.sql";
const BINDING = "prisma/migrations/20261201163000_bind_requests_by_index/migration.sql";
const NOTES = "prisma/migrations/20261201010202_comment_keys/migration.sql";
const REPLACE = "lib/actions/sql/edits/replace-action.ts";

const inEdit = (name: string): NamedTest => ["tests/integration/edits/edit.test.ts", name];
const inEdges = (name: string): NamedTest => ["tests/integration/actions/edges.test.ts", name];
const inRules = (name: string): NamedTest => ["tests/integration/actions/schema-rules.test.ts", name];
const inReplace = (name: string): NamedTest => [
  "tests/integration/edits/guards.test.ts",
  `the statement that replaces an action, whatever was read before it > ${name}`,
];
const inPredecessors = (name: string): NamedTest => [
  "tests/integration/actions/predecessors.test.ts",
  `an action that replaces others may have happened in another form > ${name}`,
];
const inNews = (name: string): NamedTest => [
  "tests/integration/edits/late-success.test.ts",
  `that an edited version landed, by its worker's late word, > ${name}`,
];
const inAfterwards = (name: string): NamedTest => [
  "tests/integration/edits/late-success.test.ts",
  `once it is known that an earlier version landed > ${name}`,
];

const REPLACED = [
  [
    "status in ('failed', 'held')",
    "true",
    "what is released is edited, and its case stays released",
    "meets a row that is released",
  ],
  [
    "attempt = ${seen.attempt}::int",
    "true",
    "another attempt is edited than was seen",
    "with another attempt changes nothing",
  ],
  [
    "payload_hash is not distinct from ${seen.payloadHash}::text",
    "true",
    "other bytes are edited than were seen",
    "with other bytes changes nothing",
  ],
  ["replaced_by is null", "true", "an action lives on in two others", "of an edited action changes nothing"],
].map(([guard = "", replacement = "", why = "", name = ""]) =>
  mutant(swap(REPLACE, guard, replacement), why, inReplace(name)),
);

/** Edited actions: who may sign them, and what the news does that an earlier version landed. */
export const EDIT_MUTANTS = [
  ...REPLACED,
  mutant(
    swap(
      EDITS,
      "constraint sign_off_not_by_former_editor check (",
      "constraint sign_off_not_by_former_editor check (true or ",
    ),
    "one person words a mail, another corrects a comma, and the first signs",
    inRules("the schema itself refuses > a sign-off by who edited before, by sign_off_not_by_former_editor"),
  ),
  mutant(
    swap(NOTES, "unique (author_id, idempotency_key)", "unique (id, author_id, idempotency_key)"),
    "a note stands in two cases",
    inRules("the schema itself refuses > two notes by one decision key, by review_comment_idempotency_key"),
  ),
  mutant(
    swap(BINDING, "join version v on a.replaced_by = v.key", "join version v on a.replaced_by = v.key and false"),
    "who edited a version before signs the next",
    inEdit("who edited > signs no request on it, nor on any later version of it, in the use case and in the table"),
  ),
  mutant(
    drop(EDITS, "    or (old.editors <> '{}' and old.editors is distinct from new.editors)\n"),
    "an editor's name is taken off a request",
    inRules("a request > is kept as it was asked: editors = '{}' is refused"),
  ),
  mutant(
    swap(EDITS, "new.claim_token is null or new.attempt <> old.attempt + 1", "new.attempt <> old.attempt + 1"),
    "an attempt runs that nobody holds",
    inEdges("a released action does not go in flight by an update that takes no token"),
  ),
  mutant(
    swap(EDITS, "new.claim_token is null or new.attempt <> old.attempt + 1", "new.claim_token is null"),
    "one attempt is executed twice",
    inEdges("a released action does not go in flight by an update that repeats the attempt"),
  ),
  mutant(
    swap(
      EDITS,
      "attempt > 0 and failure is distinct from 'did_not_happen')",
      "attempt > 0 and failure = 'may_have_happened')",
    ),
    "nobody signs the edited form of a mail whose end nobody knows",
    inPredecessors("where nobody has said how one ended"),
  ),
  mutant(
    swap(EDITS, "join replaced r on a.replaced_by = r.key", "join replaced r on a.replaced_by = r.key and false"),
    "nobody signs what was edited twice, and may have arrived in its first form",
    inPredecessors("where the first of a chain is in doubt"),
  ),
  mutant(
    drop(EDITS, "    perform notwice_tell_replacements(before_report, reporter_type, reporter);\n"),
    "the corrected mail goes out beside the first, which has arrived",
    inNews("takes back a release that nobody has claimed"),
  ),
  mutant(
    drop(EDITS, "    next_key := was.replaced_by;\n"),
    "the second correction goes out although the first mail has arrived",
    inNews("reaches the end of the chain, past a version that was replaced again"),
  ),
  mutant(
    swap(
      EDITS,
      "where state = 'pending' and review_id in (select id from review where action_key = was.key);",
      "where state = 'nowhere' and review_id in (select id from review where action_key = was.key);",
    ),
    "an approver signs what was asked for before the news",
    inNews("supersedes the request of a held replacement, whose review says why"),
  ),
  mutant(
    swap(
      EDITS,
      "where was.status = 'in_flight' and was.release_reason = 'approval' and resolution = 'sent'",
      "where false",
    ),
    "a case says sent of what never began",
    inNews("refuses the begin of an attempt that has not begun, and opens its case again"),
  ),
  mutant(
    swap(
      EDITS,
      "a.late_attempt is not null then 'confirmed' else coalesce(a.duplicate, 'suspected') end",
      "a.late_attempt is not null then 'confirmed' else a.duplicate end",
    ),
    "two versions may have arrived, and nobody is told",
    inNews("suspects a duplicate of an attempt that may have started, and knows it once that succeeds"),
  ),
  mutant(
    swap(
      EDITS,
      "when 'attestation' then coalesce(a.duplicate, 'suspected') else 'confirmed' end",
      "when 'attestation' then a.duplicate else a.duplicate end",
    ),
    "two versions have arrived, and nobody is told",
    inNews("knows the duplicate at once of a replacement that has succeeded"),
  ),
  mutant(
    swap(
      EDITS,
      "    if a.attempt > 0 and a.failure is distinct from",
      "    if a.attempt > 9 and a.failure is distinct from",
    ),
    "a failed correction and its first form may both have arrived, and nobody is told",
    inNews("suspects a failed replacement, whose resend is asked for anew"),
  ),
  mutant(
    swap(
      EDITS,
      "    a.completed_at := clock_timestamp();\n    a.duplicate := case a.duplicate when 'suspected' then 'confirmed' else a.duplicate end;",
      "    a.completed_at := clock_timestamp();",
    ),
    "what is known to have arrived twice stays a suspicion",
    inAfterwards("a late success of the new one too confirms the duplicate, in flight or failed"),
  ),
];
