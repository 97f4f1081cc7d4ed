import { drop, mutant, type NamedTest, swap } from "../../mutant.ts";

const SCHEMA = "prisma/migrations/20261201010600_notifications/migration.sql";
const RECORD = "lib/notifications/sql/outbox/record-sending.ts";
const UNTOLD = "lib/notifications/sql/collect/untold.ts";
const REQUESTS = "lib/notifications/sql/collect/collect-requests.ts";

const inFaults = (name: string): NamedTest => ["tests/integration/notifications/faults.test.ts", name];
const inMails = (name: string): NamedTest => ["tests/integration/notifications/mails.test.ts", name];

/** What people are told, at most once. */
export const NOTIFICATION_MUTANTS = [
  mutant(
    swap(SCHEMA, "create unique index notification_one_collecting", "create index notification_one_collecting"),
    "a hundred thousand stale rows are fifty messages",
    [
      "tests/integration/actions/schema-rules.test.ts",
      "the schema itself refuses > two messages that gather the same, by notification_one_collecting",
    ],
  ),
  mutant(
    swap(
      RECORD,
      "where id = ${id}::uuid and state = 'due' and tries = ${tries}::int`;\n  return changed === 1;",
      "where id = ${id}::uuid and tries = ${tries}::int`;\n  return changed === 1;",
    ),
    "a message that may have been sent is sent again",
    inFaults("the statements themselves > let one try begin once, and only the latest"),
  ),
  mutant(
    swap(
      RECORD,
      "where id = ${id}::uuid and state = 'due' and tries = ${tries}::int`;\n  return changed === 1;",
      "where id = ${id}::uuid and state = 'due'`;\n  return changed === 1;",
    ),
    "two reapers send one message",
    inFaults("the statements themselves > let one try begin once, and only the latest"),
  ),
  mutant(
    drop(RECORD, "state in ('due', 'sending') and "),
    "a message that was sent is called refused, and tried again",
    inFaults("the statements themselves > let only the try that is being sent say how it ended"),
  ),
  mutant(
    swap(RECORD, "where state = 'sending' and sending_at <", "where sending_at <"),
    "what was sent is said to be in doubt",
    inFaults("a reaper killed > after the message left may have sent it, says so, and no other sends it again"),
  ),
  mutant(
    [
      swap(UNTOLD, "and q.reminded_at is null and q.expires_at > now()", "and q.expires_at > now()"),
      drop(REQUESTS, "and q.reminded_at is null and q.state = 'pending'"),
    ],
    "a reminder every ten seconds",
    inMails("a request > that is about to expire is told once more, once"),
  ),
];
