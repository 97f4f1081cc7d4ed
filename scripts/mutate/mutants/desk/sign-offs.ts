import { drop, mutant, type NamedTest, swap } from "../../mutant.ts";

const FREE = "lib/reviews/sql/requests/free-to-sign.ts";
const END_REQUEST = "lib/reviews/sql/requests/end-request.ts";
const MOVE_REVIEW = "lib/reviews/sql/reviews/move-review.ts";
const ASSIGN = "lib/reviews/sql/reviews/assign-review.ts";
const OPEN_ONES = "\n      where id = any(${[...ids]}::uuid[]) and state = 'open'";
const ALL = "\n      where id = any(${[...ids]}::uuid[])";

const inDesk = (who: string): NamedTest => [
  "tests/integration/gate/who-may-sign.test.ts",
  `all of the desk says the same of ${who}`,
];

const inGuards = (name: string): NamedTest => [
  "tests/integration/reviews/guards.test.ts",
  `the statements themselves, whatever was read before them > ${name}`,
];
const inMoves = (state: string) => inGuards(`move a review that is ${state} only along its edges`);
const whateverItsState = (set: string) => swap(MOVE_REVIEW, `${set}${OPEN_ONES}`, `${set}${ALL}`);

/** Who may still sign, wherever the database answers for many at once. */
export const SIGN_OFF_MUTANTS = [
  mutant(
    drop(FREE, "${personId} <> ${request}.requested_by and "),
    "who asked is told that the request waits for them",
    inDesk("Bo"),
  ),
  mutant(
    drop(FREE, " and ${personId} <> ${request}.edited_by"),
    "who edited the bytes is counted as able to sign them",
    [
      "tests/integration/bulk/sign.test.ts",
      "who asked may not sign > items of their own, or that they edited, in a set of pending requests: left as they are, and said",
    ],
  ),
  mutant(
    drop(FREE, "and ${personId} <> all(${request}.editors)"),
    "who edited an earlier version is counted as able to sign",
    inDesk("Ed"),
  ),
  mutant(
    drop(FREE, "and given.approver_id = ${personId}"),
    "one signature, of anybody, takes the request off everybody's list",
    inDesk("Cara"),
  ),
];

/** What a decision writes of its request and its review. */
export const MOVE_MUTANTS = [
  mutant(
    swap(END_REQUEST, "and state = 'pending' and expires_at <=", "and expires_at <="),
    "a decided request expires",
    inGuards("end a request once, and expire it only when it is due"),
  ),
  mutant(
    drop(END_REQUEST, " and q.state = 'pending'"),
    "what a decided request needed is rewritten",
    inGuards("raise what a pending request needs, never lower it, and leave an ended one as it was"),
  ),
  mutant(
    drop(END_REQUEST, " and coalesce(q.sign_offs_needed, 1) < raised.needed"),
    "a request needs fewer signatures than it was asked under",
    inGuards("raise what a pending request needs, never lower it, and leave an ended one as it was"),
  ),
  mutant(whateverItsState("update review set version = version + 1"), "a closed case moves", inMoves("sent")),
  mutant(
    whateverItsState("update review set state = 'released', version = version + 1"),
    "a case that a late success closed is released",
    inMoves("landed_late"),
  ),
  mutant(
    whateverItsState("closed_at = clock_timestamp(),\n        version = version + 1"),
    "a person's resolution takes the place of a late success",
    inMoves("landed_late"),
  ),
  mutant(drop(MOVE_REVIEW, " and state = 'released'"), "a case that was sent is open again", inMoves("sent")),
  mutant(
    drop(MOVE_REVIEW, " and resolution = 'dismissed'"),
    "a case that landed late is open again",
    inMoves("landed_late"),
  ),
  mutant(
    drop(ASSIGN, " and r.state <> 'closed'"),
    "somebody is given a case that is closed",
    inGuards("assign no case that is closed"),
  ),
];
