import { drop, mutant, type NamedTest } from "../../mutant.ts";

const FREE = "lib/reviews/sql/requests/free-to-sign.ts";

const inDesk = (who: string): NamedTest => [
  "tests/integration/gate/who-may-sign.test.ts",
  `all of the desk says the same of ${who}`,
];

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
