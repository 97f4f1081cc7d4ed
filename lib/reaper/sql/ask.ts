import { z } from "zod";
import { replaces } from "#lib/actions/index.ts";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import type { AskVerdict } from "#lib/policies/index.ts";
import { type Judged, doubtsAfter, failureAfter, lockJudged, recordEnds } from "./locked.ts";

/** A foreign word is no longer the row's status afterwards; `error` keeps it. */
const errorAfter = Prisma.sql`
  case when l.status in ('in_flight', 'failed') then a.error
    else jsonb_build_object('message', 'The status was "' || l.status || '".', 'status', l.status) end`;

/** The attempt's row, where this statement writes it, is not there to be read yet. */
const reachedAfter = Prisma.sql`
  case when ended is not null and attempt > 0 then notwice_reached(ended, null, effect_started_at)
    else coalesce(
      (select notwice_reached(t.outcome, t.phase, t.effect_started_at) from action_attempt t
        where t.action_key = key order by t.attempt desc, t.id desc limit 1),
      'not_started') end`;

/** Ends the attempts and opens a review for each action; the keys it took. */
export async function askPeople(tx: Tx, judged: readonly Judged<AskVerdict>[], runId: string): Promise<string[]> {
  const rows = await query(
    tx,
    z.object({ key: z.string() }),
    Prisma.sql`
      with ${lockJudged(judged, Prisma.sql`cause text, reason text`)},
      changed as (
        update action_log a
        set status = 'failed', failure = ${failureAfter}, doubts = ${doubtsAfter}, error = ${errorAfter},
          completed_at = coalesce(a.completed_at, clock_timestamp()), judged_attempt = a.attempt,
          next_check_at = null, revision = a.revision + 1
        from locked l
        where a.key = l.key and a.status = l.status and a.revision = l.revision
        returning l.*, a.kind, a.run_id, a.target, a.failure, a.first_attempted_at
      ),
      ${recordEnds},
      opened as (
        insert into review (action_key, attempt, cause, reason, kind, run_id, target, host, failure, claimed_at,
          first_attempted_at, reached, edited, heard_late)
        select key, attempt, cause, reason, kind, run_id, target, notwice_host(target), failure, attempted_at,
          first_attempted_at, ${reachedAfter},
          ${replaces(Prisma.sql`changed.key`)}, late_attempt is not null
        from changed
        -- One open case per action: what is already before a person stays as it is.
        on conflict (action_key) where state <> 'closed' do nothing
      ),
      audited as (
        insert into audit_log (actor_type, actor_id, action, subject_type, subject_id, detail)
        select 'reaper', 'reaper', 'action.judged', 'action', key,
          jsonb_build_object('verdict', 'ask', 'cause', cause, 'attempt', attempt, 'from', status, 'to', 'failed',
            'run_id', ${runId}::text)
        from changed
      )
      select key from changed`,
  );
  return rows.map((row) => row.key);
}
