import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import type { SettleVerdict } from "#lib/policies/index.ts";
import { type Judged, doubtsAfter, lockJudged, recordEnds } from "./locked.ts";

/** A verification leaves no report of a worker behind: without one, it is what said that the attempt landed. */
const settledByLate = Prisma.sql`
  case when exists (
    select from action_attempt t
    where t.action_key = a.key and t.attempt = a.late_attempt and t.late_outcome = 'landed')
  then 'late_worker' else 'verification' end`;

/**
 * An earlier attempt landed while this one ran: the action ends succeeded with that result, whatever became of this
 * one. That it may be a duplicate stays said, unless this attempt never began. The keys it took.
 */
export async function settleLate(tx: Tx, judged: readonly Judged<SettleVerdict>[], runId: string): Promise<string[]> {
  const rows = await query(
    tx,
    z.object({ key: z.string() }),
    Prisma.sql`
      with ${lockJudged(judged, Prisma.sql`verdict text`)},
      changed as (
        update action_log a
        set status = 'succeeded', settled_by = ${settledByLate}, failure = null, error = null, doubts = ${doubtsAfter},
          result = (
            select t.late_result from action_attempt t
            where t.action_key = a.key and t.attempt = a.late_attempt and t.late_outcome = 'landed'
            order by t.late_at limit 1),
          duplicate = case when l.ended = 'not_started' and a.duplicate = 'suspected' then null else a.duplicate end,
          completed_at = clock_timestamp(), judged_attempt = a.attempt, next_check_at = null,
          revision = a.revision + 1
        from locked l
        where a.key = l.key and a.status = 'in_flight' and a.revision = l.revision and a.late_attempt is not null
        returning l.*, a.duplicate
      ),
      ${recordEnds},
      closed as (
        update review v
        set state = 'closed', resolution = 'landed_late', closed_at = clock_timestamp(), version = v.version + 1
        from changed c
        where v.action_key = c.key and v.state <> 'closed'
        returning v.id
      ),
      superseded as (
        update review_request q
        set state = 'superseded', decided_at = clock_timestamp(), end_reason = 'landed_late'
        from closed
        where q.review_id = closed.id and q.state = 'pending'
      ),
      audited as (
        insert into audit_log (actor_type, actor_id, action, subject_type, subject_id, detail)
        select 'reaper', 'reaper', 'action.landed_late', 'action', key,
          jsonb_build_object('attempt', late_attempt, 'from', status, 'to', 'succeeded', 'duplicate', duplicate,
            'run_id', ${runId}::text)
        from changed
      )
      select key from changed`,
  );
  return rows.map((row) => row.key);
}
