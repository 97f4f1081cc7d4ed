import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";

/**
 * Requests nobody decided in time. The review stays open, a held action stays held: expiry never causes an effect.
 * The action is locked first, as by whoever signs; the request's own state and time are the guard, and an answer that
 * came first stands. Locked within the limit, so that what someone else holds does not hide the rest of what is due;
 * in the order of expiry, because who skips never waits, and so needs no order against deadlocks. How many it ended.
 */
export async function expireRequests(tx: Tx, limit: number, runId: string): Promise<number> {
  const rows = await query(
    tx,
    z.object({ id: z.string() }),
    Prisma.sql`
      with due as materialized (
        select q.id, v.id as review_id, v.action_key
        from review_request q join review v on v.id = q.review_id join action_log a on a.key = v.action_key
        where q.state = 'pending' and q.expires_at <= now()
        order by q.expires_at
        limit ${limit}
        for update of a skip locked
      ),
      expired as (
        update review_request q
        set state = 'expired', decided_at = clock_timestamp(), end_reason = 'expired'
        from due d
        where q.id = d.id and q.state = 'pending' and q.expires_at <= clock_timestamp()
        returning q.id, d.review_id, d.action_key
      ),
      moved as (
        update review v set version = v.version + 1
        from expired e
        where v.id = e.review_id
      ),
      audited as (
        insert into audit_log (actor_type, actor_id, action, subject_type, subject_id, detail)
        select 'reaper', 'reaper', 'request.expired', 'request', e.id::text,
          jsonb_build_object('review_id', e.review_id, 'action_key', e.action_key, 'run_id', ${runId}::text)
        from expired e
      )
      select id from expired`,
  );
  return rows.length;
}
