import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";

export type Dismissal = { runId: string; by: string; roles: readonly string[]; reason: string };

const CAUSE = "Its run was cancelled.";

/** Each of `changed` gets a closed case: its open one, or a new one where nobody had opened any. */
const CASES = Prisma.sql`
      closed as (
        update review v
        set state = 'closed', resolution = 'dismissed', closed_at = clock_timestamp(), version = v.version + 1
        from changed c
        where v.action_key = c.key and v.state <> 'closed'
        returning v.id, v.action_key
      ),
      opened as (
        insert into review (action_key, attempt, state, resolution, closed_at, cause, reason)
        select c.key, c.attempt, 'closed', 'dismissed', clock_timestamp(), 'run_cancelled', ${CAUSE}
        from changed c
        where not exists (select from closed where closed.action_key = c.key)
        returning id, action_key
      ),
      cases as (
        select id, action_key from closed union all select id, action_key from opened
      ),
      superseded as (
        update review_request q
        set state = 'superseded', decided_at = clock_timestamp(), end_reason = 'run_cancelled'
        from closed
        where q.review_id = closed.id and q.state = 'pending'
      )`;

/**
 * Dismisses what waits of a run, with its case, its pending request and its record, together: each gets a dismissal of its
 * own that says who and why, as if it had been asked for by itself, and can be reopened by itself. What a seven-column
 * worker failed and nobody has judged yet is a doubt from here on, or a later proof would speak for it too. The keys.
 */
export async function dismissSteps(tx: Tx, keys: readonly string[], given: Dismissal): Promise<string[]> {
  const rows = await query(
    tx,
    z.object({ key: z.string() }),
    Prisma.sql`
      with was as materialized (
        select key, status, attempt, failure, claim_token, claimed_by, attempted_at, deadline_at, completed_at, error
        from action_log
        where key = any(${[...keys]}::text[])
      ),
      changed as (
        update action_log a
        set status = 'dismissed', completed_at = clock_timestamp(), next_check_at = null,
          released_at = null, release_reason = null, release_request_id = null, release_expires_at = null,
          claimable_at = null, judged_attempt = a.attempt, revision = a.revision + 1,
          failure = case when was.status = 'failed' then coalesce(a.failure, 'may_have_happened') else a.failure end,
          doubts = a.doubts + case when was.status = 'failed' and a.failure is null then 1 else 0 end
        from was
        where a.key = was.key and a.status in ('held', 'released', 'failed') and a.replaced_by is null
        returning a.key, a.attempt, a.payload_hash, was.status as "from", was.failure as known, was.claim_token,
          was.claimed_by, was.attempted_at, was.deadline_at, was.completed_at, was.error
      ),
      ends as (
        insert into action_attempt (action_key, attempt, claim_token, claimed_by, attempted_at, deadline_at, ended_at,
          ended_by, outcome, error)
        select key, attempt, claim_token, claimed_by, attempted_at, deadline_at,
          coalesce(completed_at, clock_timestamp()), 'worker', 'may_have_happened', error
        from changed
        where "from" = 'failed' and known is null and attempt > 0
        on conflict on constraint action_attempt_claim_key do nothing
      ),
      ${CASES},
      recorded as (
        insert into review_request (review_id, type, state, requested_by, reason, payload_hash, attempt,
          sign_offs_needed, expires_at, decided_at, decided_by)
        select cases.id, 'dismiss', 'approved', ${given.by}, ${given.reason}, c.payload_hash, c.attempt, 0,
          clock_timestamp(), clock_timestamp(), ${given.by}
        from cases join changed c on c.key = cases.action_key
        returning id, review_id
      ),
      audited as (
        insert into audit_log (actor_type, actor_id, action, subject_type, subject_id, detail)
        select 'person', ${given.by}, 'action.dismissed', 'action', c.key,
          jsonb_build_object('request_id', r.id, 'review_id', cases.id, 'attempt', c.attempt,
            'payload_hash', c.payload_hash, 'from', c."from", 'cancelled_run', ${given.runId}::text,
            'roles', ${JSON.stringify(given.roles)}::jsonb)
        from changed c join cases on cases.action_key = c.key join recorded r on r.review_id = cases.id
      )
      select key from changed order by key`,
  );
  return rows.map(({ key }) => key);
}
