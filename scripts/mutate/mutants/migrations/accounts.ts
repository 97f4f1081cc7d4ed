import { drop, mutant, type NamedTest, swap } from "../../mutant.ts";

const TAKEN = "prisma/migrations/20261201163001_admins_taken_away/migration.sql";
const COUNTED = "lib/auth/sql/account-columns.ts";

const inTaken = (way: string, name: string): NamedTest => [
  "tests/integration/users/taken-away.test.ts",
  `of two admins, with the other one ${way} > ${name}`,
];

/** Of two admins, one is not alone at once. */
export const ACCOUNT_MUTANTS = [
  mutant(
    swap(TAKEN, "before update of roles, disabled_at on", "before update of roles on"),
    "one admin of two disables the other, and loosens alone",
    inTaken("disabled", "nor loosens a policy alone"),
  ),
  mutant(
    swap(TAKEN, "and not ('admin' = any (new.roles) and new.disabled_at is null)", "and new.disabled_at is not null"),
    "one admin of two demotes the other, and makes a colleague an approver",
    inTaken("demoted", "the one who is left still gives no power alone, to nobody"),
  ),
  mutant(
    drop(
      COUNTED,
      "\n  or u.admin_until > clock_timestamp() - make_interval(hours => ${TAKEN_ADMIN_COUNTS_HOURS}::int)",
    ),
    "who was an admin a moment ago is forgotten",
    inTaken("demoted by hand", "nor loosens a policy alone"),
  ),
  mutant(
    swap(
      COUNTED,
      "u.admin_until > clock_timestamp() - make_interval",
      "u.admin_until is not null or null > now() - make_interval",
    ),
    "a desk that has had two admins once never works with one again",
    inTaken("disabled", "but takes power away, and after a day is as alone as any single admin"),
  ),
];
