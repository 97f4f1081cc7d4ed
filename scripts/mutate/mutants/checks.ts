import { drop, mutant, type NamedTest, swap } from "../mutant.ts";

const ABSENT = "lib/reaper/sql/checks/apply-absent.ts";
const CLAIM = "lib/reaper/sql/checks/claim-check.ts";
const TRY = "lib/reaper/sql/checks/count-try.ts";
const NOTE = "lib/reaper/sql/checks/note-on-review.ts";
const FETCH = "lib/reaper/sql/checks/fetch-checks.ts";
const QUIET = "lib/reaper/sql/checks/quiet-from.ts";

const inGuards = (name: string): NamedTest => ["tests/integration/verification/guards.test.ts", name];

const CLAIMED = inGuards("a question is claimed while it is due and as it was read, by one");
const COUNTED = inGuards("a try is counted on the row as the question left it");
const FETCHED = inGuards("only what is failed, judged and due is fetched, the longest due first");

/** What follows when a provider says that it knows nothing of an action. */
export const CHECK_MUTANTS = [
  mutant(
    drop(ABSENT, " and a.status = 'failed'"),
    "an action is released while a worker executes it",
    inGuards("an absence releases > none that is in flight"),
  ),
  mutant(
    drop(ABSENT, " and a.attempt = ${attempt}::int"),
    "that one attempt did not land is taken for the next one",
    inGuards("an absence releases > none that has a newer attempt"),
  ),
  mutant(
    drop(ABSENT, " and a.next_check_at is not null"),
    "an action is released that came back to a person",
    inGuards("an absence releases > none that came back by a lapse"),
  ),
  mutant(
    drop(
      ABSENT,
      "\n          and not exists (select from review v where v.action_key = a.key and v.state <> 'closed')",
    ),
    "an action is released while a person decides about it",
    inGuards("an absence releases > none that a person is deciding about"),
  ),
  mutant(
    swap(
      ABSENT,
      "${quietSeconds}::float8 * interval '1 second'\n",
      "0 * ${quietSeconds}::float8 * interval '1 second'\n",
    ),
    "a charge that lands after it was looked for is made twice",
    inGuards("an absence releases > none that was over only just now"),
  ),
  mutant(
    swap(
      QUIET,
      "then greatest(t.deadline_at, t.ended_at) else t.deadline_at end",
      "then t.deadline_at else t.deadline_at end",
    ),
    "a provider is asked too early about a worker that was still at it",
    inGuards("an absence releases > none that was reported after its deadline, just now"),
  ),
  mutant(drop(CLAIM, " and revision = ${row.revision}::int"), "two passes ask at the same time", CLAIMED),
  mutant(drop(CLAIM, " and attempt = ${row.attempt}::int"), "a question is put about an attempt that is over", CLAIMED),
  mutant(drop(CLAIM, "\n        and next_check_at <= clock_timestamp()"), "a question is put before its time", CLAIMED),
  mutant(drop(TRY, " and revision = ${revision}::int"), "an answer moves a row that others have changed", COUNTED),
  mutant(drop(TRY, " and attempt = ${attempt}::int"), "an answer about one attempt counts for another", COUNTED),
  mutant(drop(NOTE, " and state <> 'closed'"), "a case that was closed long ago changes", [
    "tests/integration/reaper/guards.test.ts",
    "what was decided before stays as it was decided > when a provider says that it knows nothing",
  ]),
  mutant(
    swap(FETCH, "where a.status = 'failed' and", "where"),
    "a provider is asked about an action in flight",
    FETCHED,
  ),
  mutant(
    drop(FETCH, " and a.judged_attempt >= a.attempt"),
    "a provider is asked what the policy does not ask",
    FETCHED,
  ),
  mutant(drop(FETCH, " and a.next_check_at <= now()"), "a provider is asked before it can know", FETCHED),
];
