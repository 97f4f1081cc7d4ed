import { drop, mutant, type NamedTest, swap } from "../mutant.ts";

const SCHEMA = "prisma/migrations/20261201000000_init/migration.sql";
/** Where the row of a late success, and what follows beside it, were written anew. */
const EDITS = "prisma/migrations/20261201010201_edited_actions/migration.sql";

const inLateReport = (name: string): NamedTest => ["tests/integration/once/late-report.test.ts", name];
const inLateGuards = (name: string): NamedTest => ["tests/integration/once/late-guards.test.ts", name];
const inSevenColumns = (name: string): NamedTest => ["tests/integration/once/seven-columns.test.ts", name];

const CASE_05 = inLateReport(
  "a late success > case 05: settles a failed action, closes its review and supersedes the pending request",
);
const WITHIN_NEWER = "a late success > during a newer attempt that may have started";
const NOT_BEGUN = inLateReport(
  "a late success > settles an action whose newer attempt has not begun, and refuses that attempt's begin",
);
const LATE_WORD = "its late word, by the key alone, is a late report";

/** What a worker says about an attempt that is no longer its own. */
export const LATE_REPORT_MUTANTS = [
  mutant(
    swap(EDITS, "and not (a.two_phase and a.effect_started_at is null) then\n    -- A newer", "then\n    -- A newer"),
    "a newer attempt that has not begun sends although the first has landed",
    NOT_BEGUN,
  ),
  mutant(
    swap(
      EDITS,
      "elsif a.status = 'in_flight' and not (a.two_phase and a.effect_started_at is null) then\n    -- A newer",
      "elsif a.status = 'held' and not (a.two_phase and a.effect_started_at is null) then\n    -- A newer",
    ),
    "a late success takes the row from a newer attempt that goes on",
    inLateReport(`${WITHIN_NEWER} > is a suspected duplicate, confirmed when that one succeeds with its own result`),
  ),
  mutant(
    swap(
      EDITS,
      "a.late_attempt := coalesce(a.late_attempt, reporter_attempt);\n  else",
      "a.late_attempt := a.late_attempt;\n  else",
    ),
    "a late success is forgotten once the newer attempt has ended",
    inLateReport(`${WITHIN_NEWER} > gives the row its result when that one definitely failed, and the suspicion goes`),
  ),
  mutant(
    swap(EDITS, "\n        else coalesce(a.duplicate, 'suspected') end", "\n        else a.duplicate end"),
    "a second attempt may have landed, and nobody is told",
    inLateReport(`${WITHIN_NEWER} > is a suspected duplicate, confirmed when that one succeeds with its own result`),
  ),
  mutant(
    swap(
      EDITS,
      "case when a.late_attempt <> reporter_attempt then 'confirmed'",
      "case when a.late_attempt is null and false then 'confirmed'",
    ),
    "two attempts have landed, and the desk says that it may be so",
    inLateGuards("a late success > of a second attempt, while a third runs, confirms the duplicate"),
  ),
  mutant(
    swap(EDITS, "elsif a.release_reason is distinct from 'retry' then", "elsif true then"),
    "each retry at a provider that deduplicates is an incident",
    inLateReport(`${WITHIN_NEWER} > is no duplicate where the provider deduplicates`),
  ),
  mutant(
    swap(EDITS, "then a.duplicate else 'confirmed' end;", "then a.duplicate else a.duplicate end;"),
    "two attempts have landed, and nobody is told",
    inLateReport("a late success > of another attempt than the one that succeeded is a confirmed duplicate"),
  ),
  mutant(
    swap(EDITS, "if a.settled_by in ('verification', 'attestation') then", "if a.settled_by = 'verification' then"),
    "what a person attested, and the worker confirms, is a duplicate",
    inLateReport("a late success > replaces what a person attested, and is no duplicate"),
  ),
  mutant(
    swap(
      EDITS,
      "where action_key = before_report.key and state <> 'closed';",
      "where action_key = before_report.key and state = 'nowhere';",
    ),
    "a person still has to decide what is known to have landed",
    CASE_05,
  ),
  mutant(
    swap(EDITS, "where action_key = before_report.key and state <> 'closed';", "where action_key = before_report.key;"),
    "a case that was dismissed says landed late",
    inLateReport("a late success > settles a dismissed action, whose review keeps its resolution"),
  ),
  mutant(
    swap(
      EDITS,
      "else 'landed_late' end\n      where state = 'pending'",
      "else 'landed_late' end\n      where state = 'nowhere'",
    ),
    "a resend of what has landed waits for its signature",
    CASE_05,
  ),
  mutant(
    swap(EDITS, "where resolution = 'sent' and before_report", "where resolution = 'verified' and before_report"),
    "the desk says that a signed resend was sent, which never began",
    inLateGuards("a late success > before a signed attempt has begun takes back that the review says sent"),
  ),
  mutant(
    swap(
      SCHEMA,
      "and was.claim_token = reporter_token then\n    return 'holder'",
      "and false then\n    return 'holder'",
    ),
    "the holder's own success is taken for that of another",
    inLateGuards("a late success > is none from the holder, who is told to say it as such"),
  ),
  mutant(
    swap(SCHEMA, "reporter_attempt not between 1 and was.attempt then", "reporter_attempt not between 1 and 9 then"),
    "an intent that nobody attempted is settled",
    inLateGuards("a late success > is none of an intent that nobody has attempted"),
  ),
  mutant(
    swap(SCHEMA, "and coalesce(was.settled_by, 'worker') = 'worker')\n", "and false)\n"),
    "a success said twice, because the first answer was lost, is a duplicate",
    [
      "tests/integration/once/record.test.ts",
      "case 07: a success that is hard to record > is recorded on a repeat: lost after the server heard it",
    ],
  ),
  mutant(
    swap(SCHEMA, "and t.claim_token is not distinct from reporter_token and t.late_outcome = 'landed')", "and false)"),
    "a late success said twice is a duplicate",
    inLateReport("a late success > said twice changes nothing more"),
  ),
  mutant(
    swap(
      SCHEMA,
      "and t.outcome = 'may_have_happened' and t.late_outcome is null;",
      "and t.outcome = 'may_have_happened';",
    ),
    "a late proof said twice takes the doubt of another attempt away",
    inLateGuards("a late definite failure > said twice counts once"),
  ),
  mutant(
    swap(SCHEMA, "and t.outcome = 'may_have_happened' and t.late_outcome is null;", "and t.late_outcome is null;"),
    "proof of an attempt that was no doubt takes the doubt of another away",
    inLateGuards("a late definite failure > of an attempt that was proven harmless already takes no other's doubt"),
  ),
  mutant(
    swap(
      SCHEMA,
      "and t.attempt = reporter_attempt and t.claim_token = reporter_token\n      and",
      "and t.attempt = reporter_attempt\n      and",
    ),
    "a worker's proof of its own attempt is taken for that of another",
    inLateGuards("a late definite failure > is heard from the worker of that attempt only"),
  ),
  mutant(
    swap(
      SCHEMA,
      "case when doubts = 1 and failure = 'may_have_happened' then",
      "case when failure = 'may_have_happened' then",
    ),
    "proof of one attempt clears the doubt of another",
    inLateGuards("a late definite failure > takes one doubt of two away, and the other stays"),
  ),
  mutant(
    swap(
      SCHEMA,
      "if was.status <> 'succeeded' then\n    update action_log set doubts",
      "if true then\n    update action_log set doubts",
    ),
    "what has succeeded changes",
    inLateGuards("a late definite failure > says nothing against an action that has succeeded"),
  ),
  mutant(
    swap(SCHEMA, "if new.status = 'failed' or old.attempt = 0 then", "if old.attempt = 0 then"),
    "a seven-column worker's late failure settles the action as succeeded",
    inSevenColumns(`${LATE_WORD} > a failure changes nothing, in any state`),
  ),
  mutant(
    swap(SCHEMA, "if new.status = 'failed' or old.attempt = 0 then", "if new.status = 'failed' then"),
    "an intent that nobody attempted is settled by a seven-column worker",
    inSevenColumns(`${LATE_WORD} > says nothing about an intent that nobody has attempted`),
  ),
  mutant(
    swap(
      SCHEMA,
      "(case coalesce(old.settled_by, 'worker') when 'worker' then old.attempt else old.late_attempt end))",
      "old.attempt - 1)",
    ),
    "a seven-column worker that says its success twice is a duplicate",
    inSevenColumns(`${LATE_WORD} > a success said again by the same attempt changes nothing`),
  ),
  mutant(
    swap(SCHEMA, "    (old.attempt <> 1 or old.status <> 'in_flight')\n    and".trimStart(), "true\n    and"),
    "a seven-column worker can no longer end its own first attempt",
    inSevenColumns("a worker that knows seven columns and three words > claims, succeeds and replays as it always did"),
  ),
  mutant(
    swap(SCHEMA, "new.revision = old.revision\n    and (", "new.revision < old.revision\n    and ("),
    "a seven-column worker's late word tramples a newer attempt",
    inSevenColumns(
      `${LATE_WORD} > a success during a newer attempt is a suspected duplicate and leaves that attempt its claim`,
    ),
  ),
  mutant(
    drop(
      SCHEMA,
      "perform notwice_settle_late_success(old, became, reporter_attempt, null, new.result, 'late_worker',\n    'seven-column');",
    ),
    "a person still has to decide what a seven-column worker has landed",
    inSevenColumns(`${LATE_WORD} > a success settles a failed row and closes its review`),
  ),
];
