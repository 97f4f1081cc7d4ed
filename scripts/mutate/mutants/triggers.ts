import { drop, mutant, type NamedTest, swap } from "../mutant.ts";

const SCHEMA = "prisma/migrations/20261201000000_init/migration.sql";
/** Where the edges and what stays as it was asked were written anew. */
const EDITS = "prisma/migrations/20261201010201_edited_actions/migration.sql";

const inRules = (name: string): NamedTest => ["tests/integration/actions/schema-rules.test.ts", name];
const inFourEyes = (name: string): NamedTest => [
  "tests/integration/policies/four-eyes.test.ts",
  `where there are two admins, a loosening > ${name}`,
];
const inEdges = (name: string): NamedTest => ["tests/integration/actions/edges.test.ts", name];

const FROZEN = [
  ["(old.key, old.run_id, old.kind) is distinct from (new.key, new.run_id, new.kind)", "kind = 'other'"],
  ["old.step is distinct from new.step", "step = 7"],
  ["old.target is distinct from new.target", "target = 'other'"],
  ["old.payload_hash is distinct from new.payload_hash\n    or old.payload is", "payload_hash = repeat('0', 64)"],
  ["old.payload is distinct from new.payload", "payload = '{}'"],
].map(([text = "", assignment]) =>
  mutant(
    swap(SCHEMA, text, text.endsWith("old.payload is") ? "old.payload is" : "false"),
    "something else is sent than was intended, and signed",
    inRules(`an intent > is frozen: ${assignment} is refused`),
  ),
);

const REDACTED = [
  [
    swap(SCHEMA, "old.status in ('succeeded', 'dismissed')\n    and new.payload", "new.payload"),
    "an action that may be sent again loses its bytes",
  ],
  [drop(SCHEMA, " and new.target is null"), "something else than the bytes is changed"],
  [drop(SCHEMA, "\n    and (new.key, new.run_id, new.kind) = (old.key, old.run_id, old.kind)"), "an action is renamed"],
  [drop(SCHEMA, "\n    and new.step is not distinct from old.step"), "an action moves to another step"],
  [
    drop(SCHEMA, "\n    and new.payload_hash is not distinct from old.payload_hash"),
    "nobody can tell any more what was sent",
  ],
] as const;

const KEPT = [
  { table: "action_log", ways: ["delete", "truncate"] },
  { table: "audit_log", ways: ["update", "delete", "truncate"] },
  { table: "action_attempt", ways: ["delete", "truncate"] },
  { table: "policy_revision", ways: ["delete", "truncate"] },
  { table: "review", ways: ["delete", "truncate"] },
  { table: "review_request", ways: ["delete", "truncate"] },
  { table: "sign_off", ways: ["update", "delete", "truncate"] },
].flatMap(({ table, ways }) => {
  const before = (some: string[]) => `before ${some.join(" or ")} on ${table}\n`;
  return ways.map((way) =>
    mutant(
      swap(SCHEMA, before(ways), before(ways.filter((each) => each !== way))),
      "what happened can be made unhappened",
      inRules(`what is kept for ever > refuses ${way} on ${table}`),
    ),
  );
});

const AS_ASKED = [
  [
    drop(EDITS, "\n    or old.attempt is distinct from new.attempt"),
    "attempt = 2",
    "another attempt than was asked for",
  ],
  [
    swap(EDITS, "or old.payload_hash is distinct from new.payload_hash\n    or old.attempt", "or old.attempt"),
    "payload_hash = repeat('0', 64)",
    "other bytes than were asked for",
  ],
  [
    swap(EDITS, "new.type, new.requested_by)", "new.type, old.requested_by)"),
    "requested_by = 'cara'",
    "one's own request",
  ],
  [swap(EDITS, "old.edited_by is distinct from new.edited_by", "false"), "edited_by = 'cara'", "one's own edit"],
] as const;

const EDGES = [
  mutant(
    swap(SCHEMA, "when (\n    old.status is distinct from new.status", "when (\n    old.status = new.status"),
    "a success is left, and sent again",
    inEdges("an action that is succeeded > takes its edges and no other, attempted"),
  ),
  mutant(
    swap(EDITS, "('dismissed', 'succeeded'))\n", "('dismissed', 'succeeded'), ('dismissed', 'released'))\n"),
    "a dismissal is overruled without a reopening",
    inEdges("an action that is dismissed > takes its edges and no other, attempted"),
  ),
  mutant(
    swap(
      EDITS,
      "(('released', 'failed'), ('dismissed', 'failed')) and old.attempt > 0",
      "(('released', 'failed'), ('dismissed', 'failed'))",
    ),
    "an intent that nobody attempted has failed",
    inEdges("an action that is released > takes its edges and no other, never attempted"),
  ),
  mutant(
    swap(
      EDITS,
      "(('released', 'held'), ('dismissed', 'held')) and old.attempt = 0",
      "(('released', 'held'), ('dismissed', 'held'))",
    ),
    "an action that may have happened waits as if it were the first time",
    inEdges("an action that is dismissed > takes its edges and no other, attempted"),
  ),
  mutant(
    drop(EDITS, "\n      and new.status in ('failed', 'succeeded')"),
    "an action whose word nobody knows is released",
    inEdges("an adopted row under another's word can only fail or succeed"),
  ),
];

/** Triggers: what never changes, and along which edges the rest does. */
export const TRIGGER_MUTANTS = [
  ...FROZEN,
  ...REDACTED.map(([change, why]) =>
    mutant(change, why, inRules("an intent > loses payload and target, together and nothing else, once it is settled")),
  ),
  ...KEPT,
  ...AS_ASKED.map(([change, assignment, what]) =>
    mutant(
      change,
      `what is signed is ${what}`,
      inRules(`a request > is kept as it was asked: ${assignment} is refused`),
    ),
  ),
  ...EDGES,
  mutant(
    swap(SCHEMA, "when (new.payload is not null) execute", "when (new.payload is null) execute"),
    "bytes are stored under the hash of others",
    inRules("an intent > is not taken with bytes of another hash: repeat('0', 64)"),
  ),
  mutant(
    swap(SCHEMA, "new.payload_hash is distinct from notwice", "new.payload_hash <> notwice"),
    "bytes are stored that nothing binds",
    inRules("an intent > is not taken with bytes of another hash: null"),
  ),
  mutant(
    swap(SCHEMA, "when (old.state <> 'pending' and", "when (old.state = 'nowhere' and"),
    "a rejected request is approved after all",
    inRules("a request > that was decided stays as it was decided"),
  ),
  mutant(
    swap(
      SCHEMA,
      "create trigger review_request_bind before insert on review_request\n  for each row execute",
      "create trigger review_request_bind before insert on review_request\n  for each row when (false) execute",
    ),
    "a request is signed for whatever attempt is the newest by then",
    inRules("a request > binds the attempt it was made for, and its sign-offs whoever edited the bytes"),
  ),
  mutant(
    swap(
      SCHEMA,
      "create trigger sign_off_bind before insert on sign_off\n  for each row execute",
      "create trigger sign_off_bind before insert on sign_off\n  for each row when (new.note = 'none') execute",
    ),
    "who edited the bytes signs them by leaving their name out",
    inRules("the schema itself refuses > a sign-off by who edited, by sign_off_not_by_editor"),
  ),
  mutant(
    swap(SCHEMA, "old.state <> 'proposed'\n    or (old.kind", "(old.kind"),
    "a loosening that was rejected is in force after all",
    inFourEyes("is not signed by its proposer in plain SQL, nor by nobody, nor changed before or after it is signed"),
  ),
];
