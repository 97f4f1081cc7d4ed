import { Prisma, type Tx } from "#lib/db/index.ts";
import { BATCH_ROWS, countCollected, NEWS_FOR_HOURS } from "./collected.ts";
import { type Channels, joinMessages } from "./join-messages.ts";

/** Reviews that opened, for operators. One whose request is pending already waits for approvers instead. */
export async function collectReviews(tx: Tx, channels: Channels): Promise<number> {
  const cases = Prisma.sql`
    select kind, '' as word, count(*)::int as n, min(opened_at) as oldest_at,
      (array_agg(id order by opened_at, id))[1] as review_id, null::uuid as request_id
    from news group by kind`;
  return countCollected(
    tx,
    Prisma.sql`
      with fresh as materialized (
        select r.id from review r
        where r.told_at is null and r.state = 'open'
        order by r.opened_at
        limit ${BATCH_ROWS}
        for update skip locked
      ),
      told as (
        update review r set told_at = clock_timestamp()
        where r.id = any(array(select id from fresh)) and r.told_at is null and r.state = 'open'
        returning r.id, r.action_key, r.opened_at
      ),
      news as (
        select t.id, t.opened_at, a.kind
        from told t join action_log a on a.key = t.action_key
        where t.opened_at > now() - make_interval(hours => ${NEWS_FOR_HOURS}::int)
          and not exists (
            select from review_request q where q.review_id = t.id and q.state = 'pending' and q.expires_at > now())
      ),
      cases as (${cases}),
      ${joinMessages({
        event: "review_opened",
        channels,
        people: Prisma.sql`
          select u.id as user_id, null::uuid as answers, c.*
          from cases c cross join auth_user u
          where 'operator' = any(u.roles) and u.disabled_at is null`,
        everybody: Prisma.sql`select * from cases`,
      })}
      select count(*)::int as rows from told`,
  );
}
