import { drop, mutant, type NamedTest, swap } from "../mutant.ts";

const LOCKED = "lib/reaper/sql/locked.ts";
const ASK = "lib/reaper/sql/ask.ts";
const RELEASE = "lib/reaper/sql/release.ts";
const SCHEDULE = "lib/reaper/sql/checks/schedule-checks.ts";
const SETTLE = "lib/reaper/sql/settle-late.ts";
const WAIT = "lib/reaper/sql/wait.ts";
const CAME_BACK = "lib/actions/sql/came-back.ts";
const LAPSE = "lib/reaper/sql/lapse-releases.ts";
const EXPIRE = "lib/reaper/sql/expire-requests.ts";
const STALE = "lib/reaper/sql/fetch-stale.ts";
const STALE_WHEN = "lib/reaper/sql/stale.ts";
const UNJUDGED = "lib/reaper/sql/fetch-unjudged.ts";
const FOREIGN = "lib/reaper/sql/fetch-foreign.ts";
const JUDGED_ROW = "lib/reaper/sql/judged-row.ts";

const inGuards = (name: string): NamedTest => ["tests/integration/reaper/guards.test.ts", name];
const inVerdicts = (name: string): NamedTest => ["tests/integration/reaper/verdicts.test.ts", name];
const inLapses = (name: string): NamedTest => ["tests/integration/reaper/lapses.test.ts", name];

const ANY_REVISION = swap(LOCKED, "a.revision = g.revision and ", "");
const ANY_STATUS = drop(LOCKED, " and a.status = g.status");
const BY_NOW = " * interval '1 second' <= now()";
const ONE_SECOND = "interval '1 second' <= now()";
const SINCE_CLAIM = `\${STALE_AFTER_SINCE_CLAIM}${BY_NOW}`;
const DECIDED = "what was decided before stays as it was decided > when";

const VERDICTS = [
  { verdict: "ask", file: ASK, status: " and a.status = l.status" },
  { verdict: "release", file: RELEASE, status: " and a.status = l.status" },
  { verdict: "check", file: SCHEDULE, status: " and a.status = l.status" },
  { verdict: "settle", file: SETTLE, status: " and a.status = 'in_flight'" },
  { verdict: "wait", file: WAIT, status: " and a.status = l.status" },
].flatMap(({ verdict, file, status }) => {
  const to = `the verdict to ${verdict}`;
  return [
    mutant(
      [ANY_REVISION, drop(file, " and a.revision = l.revision")],
      `the reaper overrules whoever acted since it read the row: ${verdict}`,
      inGuards(`${to} > gives way to a heartbeat since then`),
    ),
    mutant(
      [ANY_STATUS, drop(file, status)],
      `the reaper overrules the success of a seven-column worker: ${verdict}`,
      inGuards(`${to} > gives way to the success of a seven-column worker, who raises no revision`),
    ),
  ];
});

/** What the reaper may write, and which rows it may look at. */
export const REAPER_MUTANTS = [
  ...VERDICTS,
  mutant(
    swap(
      LOCKED,
      "case l.ended when 'may_have_happened' then 1 else 0 end",
      "case l.ended when 'may_have_happened' then 0 else 0 end",
    ),
    "an attempt whose end nobody knows is no doubt",
    inVerdicts(
      "a stale action of a kind that is asked about > fails in doubt and goes before a person, with its attempt and an audit row",
    ),
  ),
  mutant(
    swap(LOCKED, "when l.ended = 'not_started' and a.doubts = 0 then", "when l.ended = 'not_started' then"),
    "an attempt that never began clears the doubt of an earlier one",
    inVerdicts("a stale attempt that never began > keeps the doubt of an earlier attempt, and a person decides"),
  ),
  mutant(
    swap(LOCKED, "where ended is not null and", "where"),
    "an attempt that its worker has ended is ended again",
    inVerdicts(
      "a failed action nobody has judged > goes before a person in doubt; its own attempt row stays the only one, its completion as it was",
    ),
  ),
  mutant(
    drop(RELEASE, " and v.resolution = 'sent'"),
    "a case that was closed otherwise waits again",
    inGuards(`${DECIDED} an approval is given back whose case was closed otherwise meanwhile`),
  ),
  mutant(
    drop(RELEASE, " and v.state <> 'closed'"),
    "a case that was closed long ago says superseded",
    inGuards(`${DECIDED} a policy releases the action`),
  ),
  mutant(
    drop(RELEASE, " and c.reason <> 'approval'"),
    "a signed release is left without its case",
    inGuards("an approval that is given back keeps its case waiting, also where the claim had not closed it"),
  ),
  mutant(
    drop(RELEASE, " and q.state = 'pending'"),
    "a request that has ended ends again",
    inGuards(`${DECIDED} a policy releases the action`),
  ),
  mutant(
    drop(SETTLE, " and v.state <> 'closed'"),
    "a case that was closed long ago says landed late",
    inGuards(`${DECIDED} a late report settles it`),
  ),
  mutant(
    drop(SETTLE, " and q.state = 'pending'"),
    "a request that has ended ends again",
    inGuards(`${DECIDED} a late report settles it`),
  ),
  mutant(
    swap(SETTLE, "case when l.ended = 'not_started' and a.duplicate", "case when a.duplicate"),
    "a duplicate that may be one is no longer said",
    inVerdicts(
      "an earlier attempt has landed while this one ran > ends succeeded with that result, and the duplicate stays suspected",
    ),
  ),
  mutant(
    [swap(LAPSE, "where a.status = 'released'", "where true"), drop(LAPSE, " and a.status = 'released'")],
    "a release that a worker executes is taken from it",
    inGuards("a release that was claimed in time does not lapse, though its expiry has passed since"),
  ),
  mutant(
    [drop(LAPSE, " and a.release_expires_at <= now()"), drop(LAPSE, " and a.release_expires_at <= clock_timestamp()")],
    "a release is taken back before its time is over",
    inLapses("a release that nobody picked up > stays released until its expiry"),
  ),
  mutant(
    drop(LAPSE, " and v.state = 'released'"),
    "a case that was closed long ago is open again",
    inGuards(`${DECIDED} its release lapses: another case is opened`),
  ),
  mutant(
    swap(CAME_BACK, "judged_attempt = attempt", "judged_attempt = judged_attempt"),
    "a policy releases again what nobody picked up",
    inLapses("a release that nobody picked up > is never released again by a policy, though the provider deduplicates"),
  ),
  mutant(
    [swap(EXPIRE, "where q.state = 'pending'", "where true"), drop(EXPIRE, " and q.state = 'pending'")],
    "a request that was decided expires",
    inGuards("a request that is decided while the pass waits for its row > stays rejected"),
  ),
  mutant(
    [drop(EXPIRE, " and q.expires_at <= now()"), drop(EXPIRE, " and q.expires_at <= clock_timestamp()")],
    "a request expires whose time was extended",
    inGuards("a request that is decided while the pass waits for its row > stays pending where its time was extended"),
  ),
  mutant(
    swap(STALE, "a.status = 'in_flight' and (", "("),
    "rows that have ended are judged as stale",
    inGuards("what the reaper reads > as stale is in flight, and is due"),
  ),
  mutant(
    swap(STALE, "and (a.next_check_at is null or a.next_check_at <= now())", ""),
    "rows that must wait starve the ones behind them",
    inGuards("what the reaper reads > as stale is in flight, and is due"),
  ),
  mutant(
    drop(STALE, "\n    and a.key <> all(${[...passed]}::text[])"),
    "a row that cannot be put off uses up the time of the pass",
    inGuards("what the reaper reads > as stale is in flight, and was not passed over before"),
  ),
  mutant(
    drop(STALE, " and coalesce(a.deadline_at, 'infinity') <= now()"),
    "young actions are judged as stale while their workers send",
    inGuards("what the reaper reads > as stale is past its deadline"),
  ),
  mutant(
    [
      swap(STALE_WHEN, `coalesce(p.stale_after_seconds, 900)${BY_NOW}`, ONE_SECOND),
      swap(STALE_WHEN, SINCE_CLAIM, ONE_SECOND),
    ],
    "a seven-column worker's young action is judged as stale while it sends",
    [
      "tests/integration/reaper/adopted.test.ts",
      "a seven-column worker's row > is stale after its kind's time, counted from the attempt, and goes before a person",
    ],
  ),
  mutant(
    swap(STALE_WHEN, SINCE_CLAIM, ONE_SECOND),
    "an action is judged as stale by a limit that was tightened while it ran",
    [
      "tests/integration/policies/binding.test.ts",
      "the reaper > keeps the longest limit that was in force since the claim of a row without a deadline",
    ],
  ),
  mutant(
    swap(
      STALE_WHEN,
      "a.heartbeat_every_ms * interval '3 milliseconds'",
      "a.heartbeat_every_ms * interval '1 millisecond'",
    ),
    "a worker that lives is judged as dead, because one heartbeat is late",
    ["tests/integration/reaper/heartbeats.test.ts", "a worker that promised heartbeats > is left alone where it beats"],
  ),
  mutant(
    swap(UNJUDGED, "where a.status = 'failed' and a.judged_attempt", "where a.judged_attempt"),
    "an action in flight is judged as failed",
    inGuards("what the reaper reads > as failed has failed, and is due"),
  ),
  mutant(
    drop(UNJUDGED, " and a.judged_attempt < a.attempt"),
    "what waits for a person is released by a policy",
    inGuards("what the reaper reads > as failed has not been judged"),
  ),
  mutant(
    drop(UNJUDGED, "\n        and (a.next_check_at is null or a.next_check_at <= now())"),
    "an action is judged before its time",
    inGuards("what the reaper reads > as failed has failed, and is due"),
  ),
  mutant(
    swap(FOREIGN, "a.status not in ('held', 'in_flight', ", "a.status not in ('held', "),
    "an action in flight is judged as one whose word nobody knows",
    inGuards("what the reaper reads > as another's word is no word of ours"),
  ),
  mutant(
    drop(JUDGED_ROW, " and q.state = 'approved'"),
    "a request that nobody signed releases an action of a gated kind",
    inGuards("a retry of a gated kind needs a signed send: nothing else that was signed or asked for is one"),
  ),
  mutant(
    drop(JUDGED_ROW, " and q.type in ('send', 'resend')"),
    "a signed dismissal releases an action of a gated kind",
    inGuards("a retry of a gated kind needs a signed send: nothing else that was signed or asked for is one"),
  ),
];
