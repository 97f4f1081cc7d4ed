import { startClock } from "../attempt/start-clock.ts";
import { readNumber, readText, readTextOrNull } from "../db/row.ts";
import type { ActionLogDb, Statement } from "../types.ts";
import { deadline, withRule } from "./rule.ts";

/** What names an attempt to every statement about it. */
export interface Held {
  key: string;
  attempt: number;
  token: string;
}

/** The right to execute an attempt once. */
export interface Claim extends Held {
  payload: string | null;
  payloadHash: string | null;
  /** Time left of the attempt when its holder heard of the claim. */
  budgetMs: number;
}

export interface ReleasedClaim {
  token: string;
  worker: string;
  timeoutMs: number | null;
  twoPhase: boolean;
  heartbeatMs: number | null;
}

/**
 * The guards of every claim of a release, beside the row's own: not lapsed, not paused, the bytes still those
 * that were signed, and a token that has never ended an attempt (a lost answer must not claim twice).
 */
function claimable(alias: string): string {
  return `
  ${alias}.status = 'released'
  and ${alias}.claimable_at <= clock_timestamp() and ${alias}.release_expires_at > clock_timestamp()
  and not exists (select from policy p where p.kind = ${alias}.kind and p.paused)
  and not exists (select from action_attempt t where t.action_key = ${alias}.key and t.claim_token = $2::uuid)
  and (${alias}.release_reason <> 'approval' or exists (
    select from review_request q
    where q.id = ${alias}.release_request_id and q.payload_hash is not distinct from ${alias}.payload_hash))`;
}

/** Takes the row that `chosen` names; the claim closes the review it came from in the same statement. */
function claimText(kind: string, chosen: string): string {
  return `
with ${withRule(kind)},
claimed as (
  update action_log a set status = 'in_flight', attempt = a.attempt + 1, claim_token = $2::uuid,
    claimed_by = $3::text, attempted_at = clock_timestamp(),
    first_attempted_at = case when a.attempt = 0 then clock_timestamp()
      else coalesce(a.first_attempted_at, a.attempted_at) end,
    deadline_at = ${deadline("$4")}, two_phase = $5::boolean, heartbeat_every_ms = $6::int,
    heartbeat_at = null, effect_started_at = null, failure = null, error = null, completed_at = null,
    settled_by = null, next_check_at = null, checks = 0, revision = a.revision + 1
  from rule
  where ${chosen} and ${claimable("a")}
  returning a.key, a.kind, a.attempt, a.payload, a.payload_hash, a.release_reason,
    (extract(epoch from a.deadline_at - clock_timestamp()) * 1000)::float8 as budget_ms
),
closed as (
  update review v set state = 'closed', resolution = 'sent', closed_at = clock_timestamp(),
    version = v.version + 1
  from claimed where v.action_key = claimed.key and v.state = 'released'
  returning v.id, v.action_key
),
audited as (
  insert into audit_log (actor_type, actor_id, action, subject_type, subject_id, detail)
  select 'worker', $3::text, 'review.closed', 'review', closed.id::text,
    jsonb_build_object('resolution', 'sent', 'action_key', closed.action_key, 'attempt', claimed.attempt)
  from closed join claimed on claimed.key = closed.action_key
)
select key, kind, attempt, payload, payload_hash, budget_ms from claimed`;
}

const BY_KEY = claimText("(select kind from action_log where key = $1)", "a.key = $1");

/** Claims one released action by its key; null when it is no longer there to be claimed. */
export async function claimReleased(db: ActionLogDb, key: string, claim: ReleasedClaim): Promise<Claim | null> {
  const values = [key, ...claimValues(claim)];
  return takeClaim(db, { name: "notwice_claim_released", text: BY_KEY, values }, claim.token);
}

// Rows another worker holds are skipped, not waited for; the guard is asked again on the row that is taken.
const NEXT_OF_KIND = claimText(
  "$1",
  `a.key = (
    select r.key from action_log r
    where r.kind = $1 and r.payload is not null and ${claimable("r")}
    order by r.claimable_at limit 1 for update skip locked)`,
);

/** Claims the released action of a kind that has waited longest; one without payload has nothing to hand over. */
export async function claimNextReleased(db: ActionLogDb, kind: string, claim: ReleasedClaim): Promise<Claim | null> {
  const values = [kind, ...claimValues(claim)];
  return takeClaim(db, { name: "notwice_claim_next_released", text: NEXT_OF_KIND, values }, claim.token);
}

function claimValues({ token, worker, timeoutMs, twoPhase, heartbeatMs }: ReleasedClaim): unknown[] {
  return [token, worker, timeoutMs, twoPhase, heartbeatMs];
}

async function takeClaim(db: ActionLogDb, statement: Statement, token: string): Promise<Claim | null> {
  const elapsedMs = startClock();
  const [row] = await db.query(statement);
  if (row === undefined) return null;
  return {
    key: readText(row, "key"),
    attempt: readNumber(row, "attempt"),
    token,
    payload: readTextOrNull(row, "payload"),
    payloadHash: readTextOrNull(row, "payload_hash"),
    budgetMs: readNumber(row, "budget_ms") - elapsedMs(),
  };
}
