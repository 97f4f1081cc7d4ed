import { drop, mutant, type NamedTest, swap } from "../../mutant.ts";

const SCHEMA = "prisma/migrations/20261201010101_bulk_requests/migration.sql";
const MOVE = "lib/reviews/sql/bulk/move-bulk.ts";
const RELEASE = "lib/actions/sql/release-approved.ts";
const OUTCOME = "lib/reviews/sql/bulk/item-outcome.ts";

const inRules = (name: string): NamedTest => ["tests/integration/bulk/schema-rules.test.ts", name];
const refuses = (what: string) => inRules(`the schema itself refuses > ${what}`);
const inStatements = (name: string) => inRules(`the statements themselves, whatever was read before them > ${name}`);
const inSign = (name: string): NamedTest => ["tests/integration/bulk/sign.test.ts", name];

const CONSTRAINTS = [
  mutant(
    swap(
      SCHEMA,
      "bulk_request_state_check check (\n    state in",
      "bulk_request_state_check check (\n    true or state in",
    ),
    "a set in a state that nobody can act on",
    refuses("an unknown state, by bulk_request_state_check"),
  ),
  mutant(
    swap(SCHEMA, "bulk_request_form_word check (", "bulk_request_form_word check (true or "),
    "a set that is neither asked for nor signed",
    refuses("an unknown form, by bulk_request_form_word"),
  ),
  mutant(
    swap(SCHEMA, "bulk_request_draft_key unique (requested_by, draft_key)", "bulk_request_draft_key check (true)"),
    "a double click freezes two sets",
    refuses("two drafts by one decision key, by bulk_request_draft_key"),
  ),
  mutant(
    swap(SCHEMA, "bulk_request_item_once unique (bulk_request_id, review_id)", "bulk_request_item_once check (true)"),
    "one case is counted twice in a set",
    refuses("one case twice in a set, by bulk_request_item_once"),
  ),
  mutant(
    swap(SCHEMA, "bulk_request_item_one_outcome check (", "bulk_request_item_one_outcome check (true or "),
    "an item is reported as refused, and signed",
    refuses("an item both asked for and refused, by bulk_request_item_one_outcome"),
  ),
  mutant(
    swap(SCHEMA, "one_per_approver unique (bulk_request_id, approver_id)", "one_per_approver check (true)"),
    "one person counts for two",
    refuses("two signatures of one approver on one set, by bulk_sign_off_one_per_approver"),
  ),
];

const FROZEN = [
  ["old.position, old.review_id", "new.position, old.review_id", "position = 5"],
  ["old.review_id, old.version", "new.review_id, old.version", "review_id = review_id_of_other"],
  ["old.version, old.payload_hash", "new.version, old.payload_hash", "version = 9"],
  ["old.payload_hash, old.left_out", "new.payload_hash, old.left_out", "payload_hash = 'other'"],
  ["old.payload_hash, old.left_out", "old.payload_hash, new.left_out", "left_out = 'x'"],
].map(([text = "", replacement = "", assignment]) =>
  mutant(
    swap(SCHEMA, text, replacement),
    "what is signed is not what was frozen",
    refuses(`another ${assignment} of a frozen item`),
  ),
);

const KEPT = [
  { table: "bulk_request", ways: ["delete", "truncate"] },
  { table: "bulk_request_item", ways: ["delete", "truncate"] },
  { table: "bulk_sign_off", ways: ["update", "delete", "truncate"] },
].flatMap(({ table, ways }) => {
  const before = (some: string[]) => `before ${some.join(" or ")} on ${table}\n`;
  return ways.map((way) =>
    mutant(
      swap(SCHEMA, before(ways), before(ways.filter((each) => each !== way))),
      "what was decided together can be made undecided",
      refuses(`${way === "delete" ? "delete from" : way} on ${table}`),
    ),
  );
});

/** Many cases decided together. */
export const BULK_MUTANTS = [
  ...CONSTRAINTS,
  ...FROZEN,
  ...KEPT,
  mutant(
    swap(SCHEMA, "old.request_id is not null and old.request_id is distinct from new.request_id", "false"),
    "the signature on a set is on other requests",
    refuses("another request of an item that was asked for"),
  ),
  mutant(
    drop(MOVE, " and state = 'draft'"),
    "a set is asked for that was stopped",
    inStatements("ask for a draft once, and never for what was stopped"),
  ),
  mutant(
    drop(MOVE, " and state in ('draft', 'pending')"),
    "who stopped a set is written over",
    inStatements("stop once, and leave who was first"),
  ),
  mutant(
    drop(MOVE, "\n        and i.request_id is null"),
    "an item is refused that is pending",
    inStatements("record what came of an item once, and nothing of one that was left out"),
  ),
  mutant(
    drop(MOVE, " and i.left_out is null"),
    "an item has two reasons",
    inStatements("record what came of an item once, and nothing of one that was left out"),
  ),
  mutant(
    swap(RELEASE, "one.holdSeconds + place * paceSeconds", "one.holdSeconds"),
    "a thousand mails leave at once",
    inSign("one signature > is a sign-off per item, and its releases follow one another at the pace, from one moment"),
  ),
  mutant(
    swap(OUTCOME, "when a.attempt <= q.attempt then 'not_attempted'", "when false then 'not_attempted'"),
    "the report says done of what was never sent",
    inSign("the report > adds up whatever became of each item"),
  ),
  mutant(
    swap(OUTCOME, "when exists (${RELEASE_ENDED}) then 'not_attempted'", "when false then 'not_attempted'"),
    "the report says done of what was taken back, once it was sent for another reason",
    inSign("the report > adds up whatever became of each item"),
  ),
];
