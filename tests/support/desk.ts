import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import type { Actor, Role } from "#lib/auth/index.ts";

/** An account without a password: for use cases, which get their actor from whoever calls them. */
export async function person(pool: Pool, name: string, ...roles: Role[]): Promise<Actor> {
  const id = randomUUID();
  const email = `${name.toLowerCase()}-${id}@desk.test`;
  await pool.query("insert into auth_user (id, name, email, roles) values ($1, $2, $3, $4)", [id, name, email, roles]);
  return { type: "person", id, name, email, roles };
}

export type StuckCase = { key: string; reviewId: string; payloadHash: string | null };

type CaseOptions = {
  kind?: string;
  status?: "failed" | "held";
  failure?: "may_have_happened" | "did_not_happen" | null;
  payload?: string | null;
  runId?: string;
  step?: number | null;
  openedAt?: string;
  assigneeId?: string | null;
  target?: string;
  cause?: string | null;
  phase?: string | null;
  claimedAt?: Date;
};

const PAYLOAD = '{"subject":"Re: proposal","text":"Hello Ana","to":"ana@acme.test"}';

/** A case as the reaper leaves it (a failed action with its ended attempt), or as a gated intent begins. */
export async function stuckCase(pool: Pool, options: CaseOptions = {}): Promise<StuckCase> {
  const { status = "failed", payload = PAYLOAD, kind = "send_email", step = 1 } = options;
  const failure = status === "held" ? null : (options.failure ?? "may_have_happened");
  const attempt = status === "held" ? 0 : 1;
  const key = randomUUID().replaceAll("-", "").padEnd(64, "0");
  const { rows } = await pool.query<{ payloadHash: string | null }>(
    `insert into action_log (key, run_id, kind, status, step, target, payload, payload_hash, attempt, failure, doubts,
       judged_attempt, claimed_by, attempted_at, first_attempted_at, completed_at)
     values ($1, $2, $3, $4, $5, $10, $6, notwice_sha256($6), $7::int, $8, $9, $7::int, 'mailer-1',
       coalesce($11::timestamptz, now()), coalesce($11::timestamptz, now()), case when $7::int > 0 then now() end)
     returning payload_hash as "payloadHash"`,
    [
      key,
      options.runId ?? `run-${key.slice(0, 8)}`,
      kind,
      status,
      step,
      payload,
      attempt,
      failure,
      failure === "may_have_happened" ? 1 : 0,
      options.target ?? "ana@acme.test",
      options.claimedAt ?? null,
    ],
  );
  if (attempt > 0) {
    await pool.query(
      `insert into action_attempt (action_key, attempt, claim_token, claimed_by, attempted_at, effect_started_at,
         ended_by, phase, outcome)
       values ($1, 1, gen_random_uuid(), 'mailer-1', now(), now(), 'reaper', $3, $2)`,
      [key, failure, options.phase === undefined ? "body_sent" : options.phase],
    );
  }
  const review = await pool.query<{ id: string }>(
    `insert into review (action_key, attempt, cause, reason, opened_at, assignee_id)
     values ($1, $2, $5, 'Attempt 1 never reported how it ended.', coalesce($3::timestamptz, clock_timestamp()), $4)
     returning id`,
    [
      key,
      attempt,
      options.openedAt ?? null,
      options.assigneeId ?? null,
      options.cause === undefined ? "stale" : options.cause,
    ],
  );
  return { key, reviewId: review.rows[0]?.id ?? "", payloadHash: rows[0]?.payloadHash ?? null };
}

/** What a screen that shows the case right now would submit with a decision. */
export async function seenOf(
  pool: Pool,
  { key }: Pick<StuckCase, "key">,
): Promise<{ version: number; payloadHash: string | null }> {
  const { rows } = await pool.query<{ version: number; payloadHash: string | null }>(
    `select v.version, a.payload_hash as "payloadHash" from review v join action_log a on a.key = v.action_key
     where a.key = $1 order by v.opened_at desc limit 1`,
    [key],
  );
  if (!rows[0]) throw new Error(`no review of ${key}`);
  return rows[0];
}

/** A claim of a released action as a worker makes it; null where there is nothing to claim. */
export async function claimReleased(pool: Pool, key: string): Promise<number | null> {
  const { rows } = await pool.query<{ attempt: number }>(
    `with claimed as (
       update action_log set status = 'in_flight', attempt = attempt + 1, claim_token = gen_random_uuid(),
         claimed_by = 'mailer-2', attempted_at = clock_timestamp(), failure = null, completed_at = null,
         revision = revision + 1
       where key = $1 and status = 'released' returning key, attempt
     ), closed as (
       update review set state = 'closed', resolution = 'sent', closed_at = clock_timestamp(), version = version + 1
       where action_key in (select key from claimed) and state = 'released'
     )
     select attempt from claimed`,
    [key],
  );
  return rows[0]?.attempt ?? null;
}

/** Everything of a case that may not move when a decision is refused. */
export async function snapshot(pool: Pool, { key, reviewId }: StuckCase): Promise<unknown> {
  const { rows } = await pool.query(
    `select to_jsonb(a) as action, to_jsonb(v) as review,
       (select coalesce(jsonb_agg(to_jsonb(q) order by q.requested_at), '[]') from review_request q
         where q.review_id = v.id) as requests,
       (select count(*)::int from sign_off s join review_request q on q.id = s.request_id
         where q.review_id = v.id) as sign_offs,
       (select count(*)::int from audit_log l where l.detail ->> 'action_key' = a.key or l.subject_id = a.key) as audited
     from action_log a join review v on v.action_key = a.key where a.key = $1 and v.id = $2`,
    [key, reviewId],
  );
  return rows[0];
}
