import { drop, mutant, type NamedTest, swap } from "../mutant.ts";

const SUCCEED = "lib/once/src/sql/succeed.ts";
const FAIL = "lib/once/src/sql/fail.ts";
const BEGIN = "lib/once/src/sql/begin-effect.ts";
const HEARTBEAT = "lib/once/src/sql/heartbeat.ts";

// The parameter stays: one that the statement does not name is an error of another kind.
const anyToken = (file: string, alias = "") =>
  swap(file, ` and ${alias}claim_token = $2::uuid`, " and $2::uuid is not null");
const anyAttempt = (file: string, alias = "") =>
  swap(file, ` and ${alias}attempt = $3::int`, " and $3::int is not null");
const anyStatus = (file: string, alias = "") => drop(file, ` and ${alias}status = 'in_flight'`);

const inGuards = (name: string): NamedTest => ["tests/integration/once/guards.test.ts", name];
const inRecord = (name: string): NamedTest => ["tests/integration/once/record.test.ts", name];
const inAttempt = (name: string): NamedTest => ["tests/integration/once/attempt.test.ts", name];
const inLateReport = (name: string): NamedTest => ["tests/integration/once/late-report.test.ts", name];

const WITHIN_NEWER = "a late success > during a newer attempt that may have started";

/** What the holder of an attempt says: only about its own, and only while it is its own. */
export const ATTEMPT_MUTANTS = [
  mutant(
    anyToken(SUCCEED),
    "any worker ends the attempt of another as succeeded",
    inGuards("succeed, whatever was read before it, > is refused to another token"),
  ),
  mutant(
    anyAttempt(SUCCEED),
    "an older attempt ends the newer one as succeeded",
    inGuards("succeed, whatever was read before it, > is refused to an older attempt"),
  ),
  mutant(
    anyStatus(SUCCEED),
    "a late success overwrites what was decided since",
    inGuards("succeed, whatever was read before it, > is refused once the attempt has ended"),
  ),
  mutant(
    swap(SUCCEED, "then 'confirmed' else duplicate", "then duplicate else duplicate"),
    "two attempts landed, and nobody is told",
    inLateReport(`${WITHIN_NEWER} > is a suspected duplicate, confirmed when that one succeeds with its own result`),
  ),
  mutant(
    [anyToken(FAIL), anyToken(FAIL, "a.")],
    "any worker ends the attempt of another as failed",
    inGuards("fail, whatever was read before it, > is refused to another token"),
  ),
  mutant(
    [anyAttempt(FAIL), anyAttempt(FAIL, "a.")],
    "an older attempt ends the newer one as failed",
    inGuards("fail, whatever was read before it, > is refused to an older attempt"),
  ),
  mutant(
    [anyStatus(FAIL), anyStatus(FAIL, "a.")],
    "a late failure overwrites what was decided since",
    inGuards("fail, whatever was read before it, > is refused once the attempt has ended"),
  ),
  mutant(
    swap(FAIL, "$4::boolean or (two_phase and effect_started_at is null)", "$4::boolean or two_phase"),
    "a lost reply after the point of no return is taken as proof, and the mail sent again",
    inRecord("a failure > in two phases is proof before begin was granted, and doubt after"),
  ),
  mutant(
    swap(FAIL, "when was.proven and a.doubts = 0 then", "when was.proven then"),
    "proof of one attempt clears the doubt of another",
    inGuards("a failure that is proven speaks for its own attempt: the doubt of an earlier one stays"),
  ),
  mutant(
    swap(FAIL, "case when was.proven then 0 else 1 end", "case when was.proven then 0 else 0 end"),
    "an ambiguous failure is no doubt",
    inRecord("a failure > in two phases is proof before begin was granted, and doubt after"),
  ),
  mutant(
    swap(FAIL, "case when a.late_attempt is null then 'failed' else 'succeeded' end", "'failed'"),
    "that an earlier attempt landed is forgotten when the newer one fails",
    inLateReport(`${WITHIN_NEWER} > gives the row its result when that one is in doubt, and the suspicion stays`),
  ),
  mutant(
    swap(FAIL, "when was.proven and a.duplicate = 'suspected' then null", "when a.duplicate = 'suspected' then null"),
    "a duplicate that may be one is no longer said",
    inLateReport(`${WITHIN_NEWER} > gives the row its result when that one is in doubt, and the suspicion stays`),
  ),
  mutant(
    drop(FAIL, " and t.ended_by = 'worker'"),
    "a proof that comes late is taken for one that was recorded",
    inLateReport("a late definite failure > takes its own doubt away, once, and asks for a new look"),
  ),
  mutant(
    anyToken(BEGIN),
    "any worker passes the point of no return of another",
    inGuards("begin, whatever was read before it, > is refused to another token"),
  ),
  mutant(
    anyAttempt(BEGIN),
    "an attempt that was taken over sends beside the newer one",
    inGuards("begin, whatever was read before it, > is refused to an older attempt"),
  ),
  mutant(
    anyStatus(BEGIN),
    "an attempt that others are deciding about sends",
    inGuards("begin, whatever was read before it, > is refused once the attempt has ended"),
  ),
  mutant(
    drop(BEGIN, "\n  and deadline_at - clock_timestamp() >= (deadline_at - attempted_at) * ${LEAST_SHARE_LEFT}"),
    "a send starts with its time over",
    inRecord("time > too little of it left refuses begin, so that nothing starts"),
  ),
  mutant(
    swap(BEGIN, "LEAST_SHARE_LEFT = 0.1", "LEAST_SHARE_LEFT = 0"),
    "a send starts with no time left to end in",
    inRecord("time > too little of it left refuses begin, so that nothing starts"),
  ),
  mutant(
    anyToken(HEARTBEAT),
    "any worker says that the attempt of another lives",
    inGuards("heartbeat, whatever was read before it, > is refused to another token"),
  ),
  mutant(
    anyAttempt(HEARTBEAT),
    "an attempt that was taken over goes on unaware",
    inGuards("heartbeat, whatever was read before it, > is refused to an older attempt"),
  ),
  mutant(
    anyStatus(HEARTBEAT),
    "an attempt that has ended goes on unaware",
    inGuards("heartbeat, whatever was read before it, > is refused once the attempt has ended"),
  ),
  mutant(
    drop(HEARTBEAT, "\n  and deadline_at > clock_timestamp()"),
    "a worker past its deadline wins over the reaper for ever",
    inGuards("a heartbeat past the deadline is too late"),
  ),
  mutant(
    swap(HEARTBEAT, "revision = revision + 1", "revision = revision + 1, deadline_at = deadline_at + interval '1 s'"),
    "a worker that hangs is never found",
    inAttempt("heartbeats > are sent while the effect runs, and never move the deadline"),
  ),
  mutant(
    swap(HEARTBEAT, "late_attempt is not null as landed_before", "false as landed_before"),
    "a second attempt goes on although the first has landed",
    inLateReport(`${WITHIN_NEWER} > is a suspected duplicate, confirmed when that one succeeds with its own result`),
  ),
];
