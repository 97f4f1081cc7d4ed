import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import type { ReleaseVerdict } from "#lib/policies/index.ts";
import { type Judged, doubtsAfter, failureAfter, lockJudged, recordEnds } from "./locked.ts";

/**
 * Gives actions back for one more claim; the keys it took. A signed attempt that never began keeps its request and
 * its expiry, and the review its claim closed waits again; any other open review has nothing left to decide.
 */
export async function release(tx: Tx, judged: readonly Judged<ReleaseVerdict>[], runId: string): Promise<string[]> {
  const rows = await query(
    tx,
    z.object({ key: z.string() }),
    Prisma.sql`
      with ${lockJudged(judged, Prisma.sql`reason text, "claimableAt" timestamptz, "expiresAt" timestamptz`)},
      changed as (
        update action_log a
        set status = 'released', released_at = clock_timestamp(), release_reason = l.reason,
          release_request_id = case l.reason when 'approval' then a.release_request_id end,
          release_expires_at = case l.reason when 'approval' then a.release_expires_at else l."expiresAt" end,
          claimable_at = l."claimableAt", claim_token = null, failure = ${failureAfter}, doubts = ${doubtsAfter},
          completed_at = null, judged_attempt = a.attempt, next_check_at = null, revision = a.revision + 1
        from locked l
        where a.key = l.key and a.status = l.status and a.revision = l.revision
        returning l.*, a.release_request_id
      ),
      ${recordEnds},
      waiting_again as (
        update review v
        set state = 'released', resolution = null, closed_at = null, version = v.version + 1
        from changed c join review_request q on q.id = c.release_request_id
        where v.id = q.review_id and v.state = 'closed' and v.resolution = 'sent'
        returning v.id, v.action_key
      ),
      closed as (
        update review v
        set state = 'closed', resolution = 'superseded', closed_at = clock_timestamp(), version = v.version + 1
        from changed c
        where v.action_key = c.key and v.state <> 'closed' and c.reason <> 'approval'
        returning v.id, v.action_key
      ),
      superseded as (
        update review_request q
        set state = 'superseded', decided_at = clock_timestamp(), end_reason = 'released_by_policy'
        from closed
        where q.review_id = closed.id and q.state = 'pending'
      ),
      audited as (
        insert into audit_log (actor_type, actor_id, action, subject_type, subject_id, detail)
        select 'reaper', 'reaper', 'action.released', 'action', c.key,
          jsonb_build_object('reason', c.reason, 'attempt', c.attempt, 'from', c.status, 'to', 'released',
            'review_id', coalesce(w.id, x.id), 'run_id', ${runId}::text)
        from changed c
          left join waiting_again w on w.action_key = c.key left join closed x on x.action_key = c.key
      )
      select key from changed`,
  );
  return rows.map((row) => row.key);
}
