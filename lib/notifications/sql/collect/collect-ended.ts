import { Prisma, type Tx } from "#lib/db/index.ts";
import { BATCH_ROWS, countCollected, NEWS_FOR_HOURS } from "./collected.ts";
import { type Channels, joinMessages } from "./join-messages.ts";

/**
 * Requests that were decided, expired or were superseded: for who asked, and as an answer for every approver who got a
 * mail about this one request. Nobody is told of what they did themselves.
 */
export async function collectEnded(tx: Tx, channels: Channels): Promise<number> {
  return countCollected(
    tx,
    Prisma.sql`
      with fresh as materialized (
        select q.id from review_request q
        where q.end_told_at is null and q.state <> 'pending'
        order by q.decided_at
        limit ${BATCH_ROWS}
        for update skip locked
      ),
      told as (
        update review_request q set end_told_at = clock_timestamp()
        where q.id = any(array(select id from fresh)) and q.end_told_at is null and q.state <> 'pending'
        returning q.*
      ),
      news as (
        select t.id, t.review_id, t.state, t.requested_by, coalesce(t.decided_by, '') as decided_by, t.decided_at, a.kind
        from told t join review v on v.id = t.review_id join action_log a on a.key = v.action_key
        where t.decided_at > now() - make_interval(hours => ${NEWS_FOR_HOURS}::int)
      ),
      concerned as (
        select c.requested_by as user_id, null::uuid as answers, c.* from news c
        union all
        select m.recipient_id, m.id, c.*
        from news c join notification m on m.request_id = c.id
        where m.channel = 'mail' and m.event = 'request_waiting' and m.count = 1 and m.state in ('sent', 'in_doubt')
      ),
      ${joinMessages({
        event: "request_ended",
        channels,
        people: Prisma.sql`
          select u.id as user_id, c.answers, ${GROUPED}
          from concerned c join auth_user u on u.id = c.user_id
          where u.disabled_at is null and c.decided_by <> u.id
          group by u.id, c.answers, c.kind, c.state`,
        everybody: Prisma.sql`
          select ${GROUPED} from news c where c.decided_by <> c.requested_by group by c.kind, c.state`,
      })}
      select count(*)::int as rows from told`,
  );
}

const GROUPED = Prisma.sql`
  c.kind, c.state as word, count(*)::int as n, min(c.decided_at) as oldest_at,
  (array_agg(c.review_id order by c.decided_at, c.id))[1] as review_id,
  (array_agg(c.id order by c.decided_at, c.id))[1] as request_id`;
