import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import type { CheckVerdict } from "#lib/policies/index.ts";
import { doubtsAfter, failureAfter, type Judged, lockJudged, recordEnds } from "../locked.ts";
import { doubtfulUntil, rowUntil } from "./quiet-from.ts";

/**
 * Ends the attempts and says when the provider is to be asked: after every doubtful attempt's deadline and the quiet
 * time. The attempt that ends here has no row yet, so its own deadline is counted in. The keys it took.
 */
export async function scheduleChecks(
  tx: Tx,
  judged: readonly Judged<CheckVerdict>[],
  runId: string,
): Promise<string[]> {
  const rows = await query(
    tx,
    z.object({ key: z.string() }),
    Prisma.sql`
      with ${lockJudged(judged, Prisma.sql`"quietSeconds" float8`)},
      changed as (
        update action_log a
        set status = 'failed', failure = ${failureAfter}, doubts = ${doubtsAfter},
          completed_at = coalesce(a.completed_at, clock_timestamp()), judged_attempt = a.attempt, checks = 0,
          next_check_at = l."quietSeconds" * interval '1 second' + coalesce(
            greatest(${doubtfulUntil}, case l.ended when 'may_have_happened'
              then coalesce(case when isfinite(a.deadline_at) then a.deadline_at end, clock_timestamp()) end),
            ${rowUntil}, clock_timestamp()),
          revision = a.revision + 1
        from locked l
        where a.key = l.key and a.status = l.status and a.revision = l.revision
        returning l.*, a.next_check_at
      ),
      ${recordEnds},
      audited as (
        insert into audit_log (actor_type, actor_id, action, subject_type, subject_id, detail)
        select 'reaper', 'reaper', 'action.judged', 'action', key,
          jsonb_build_object('verdict', 'check', 'attempt', attempt, 'from', status, 'to', 'failed',
            'next_check_at', next_check_at, 'run_id', ${runId}::text)
        from changed
      )
      select key from changed`,
  );
  return rows.map((row) => row.key);
}
