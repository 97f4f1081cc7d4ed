import { z } from "zod";
import { CAME_BACK } from "#lib/actions/index.ts";
import { Prisma, query, type Tx } from "#lib/db/index.ts";

const REASON = "The release was not picked up by a worker before it expired. No further attempt was made.";

/**
 * Releases nobody picked up go back to where they came from and before a person; the claim and this race on the one
 * row, by its own status and expiry. How many it took back.
 */
export async function lapseReleases(tx: Tx, limit: number, runId: string): Promise<number> {
  const rows = await query(
    tx,
    z.object({ key: z.string() }),
    Prisma.sql`
      with locked as materialized (
        select a.key, a.release_reason, a.release_request_id
        from action_log a
        where a.status = 'released' and a.release_expires_at <= now()
        order by a.release_expires_at
        limit ${limit}
        for update skip locked
      ),
      changed as (
        update action_log a
        set ${CAME_BACK}
        from locked l
        where a.key = l.key and a.status = 'released' and a.release_expires_at <= clock_timestamp()
        returning a.key, a.attempt, a.status, l.release_reason, l.release_request_id
      ),
      reopened as (
        update review v
        set state = 'open', cause = 'lapsed', reason = ${REASON}, version = v.version + 1
        from changed c
        where v.action_key = c.key and v.state = 'released'
        returning v.id, v.action_key
      ),
      opened as (
        insert into review (action_key, attempt, cause, reason)
        select c.key, c.attempt, 'lapsed', ${REASON}
        from changed c
        where not exists (select from review v where v.action_key = c.key and v.state <> 'closed')
        on conflict (action_key) where state <> 'closed' do nothing
        returning id, action_key
      ),
      audited as (
        insert into audit_log (actor_type, actor_id, action, subject_type, subject_id, detail)
        select 'reaper', 'reaper', 'action.lapsed', 'action', c.key,
          jsonb_build_object('reason', c.release_reason, 'request_id', c.release_request_id, 'attempt', c.attempt,
            'from', 'released', 'to', c.status, 'review_id', coalesce(r.id, o.id), 'run_id', ${runId}::text)
        from changed c
          left join reopened r on r.action_key = c.key left join opened o on o.action_key = c.key
      )
      select key from changed`,
  );
  return rows.length;
}
