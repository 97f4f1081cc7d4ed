import { mutant, type NamedTest, swap } from "../../mutant.ts";

const LISTS = "prisma/migrations/20261201010801_lists_of_reviews/migration.sql";

const inPlaced = (name: string): NamedTest => ["tests/integration/reviews/placed.test.ts", name];

/** As if it were not there. */
const silent = (trigger: string) => swap(LISTS, trigger, trigger.replace(/ execute$/, " when (false) execute"));

export const LIST_MUTANTS = [
  mutant(
    swap(LISTS, "for each row when (new.kind is null)", "for each row when (false)"),
    "a case that an older worker opens is in no list of its kind",
    inPlaced("a review that any writer opens is found by what its action is"),
  ),
  mutant(
    swap(LISTS, "old.status <> 'in_flight' and new.status <> 'in_flight'", "false"),
    "what is proved not to have happened still stands among the unknown, and a redacted recipient in the list",
    inPlaced("a review follows what becomes known of its action, and loses what is redacted"),
  ),
  mutant(
    silent(
      "create trigger review_request_asked after insert on review_request\n  referencing new table as changed\n  for each statement execute",
    ),
    "a request that waits for a signature is in nobody's list",
    inPlaced("a review says what was asked for in it, and by when it is to be decided"),
  ),
  mutant(
    silent(
      "create trigger review_request_ended after update on review_request\n  referencing new table as changed\n  for each statement execute",
    ),
    "a case whose request was withdrawn is never shown to be decided again",
    inPlaced("a review is free again once its request has ended"),
  ),
  mutant(
    silent(
      "create trigger sign_off_given after insert on sign_off\n  referencing new table as given\n  for each statement execute",
    ),
    "who has signed is asked to sign once more",
    inPlaced("who has signed is not asked again"),
  ),
];
