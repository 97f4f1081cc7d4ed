import { Prisma, type Tx } from "#lib/db/index.ts";
import { freeToSign } from "#lib/reviews/index.ts";
import { BATCH_ROWS, countCollected } from "./collected.ts";
import { type Channels, joinMessages } from "./join-messages.ts";
import { DUE_FOR_REMINDER } from "./untold.ts";

/** Requests that wait for a sign-off, for everyone who may give it. */
export async function collectWaiting(tx: Tx, channels: Channels): Promise<number> {
  return countCollected(
    tx,
    Prisma.sql`
      with fresh as materialized (
        select q.id from review_request q
        where q.told_at is null and q.state = 'pending'
        order by q.requested_at
        limit ${BATCH_ROWS}
        for update skip locked
      ),
      told as (
        update review_request q set told_at = clock_timestamp()
        where q.id = any(array(select id from fresh)) and q.told_at is null and q.state = 'pending'
        returning q.*
      ),
      ${toSigners("request_waiting", channels)}
      select count(*)::int as rows from told`,
  );
}

/** The one reminder: when a quarter of its time is left, or a quarter of an hour. */
export async function collectExpiring(tx: Tx, channels: Channels): Promise<number> {
  return countCollected(
    tx,
    Prisma.sql`
      with fresh as materialized (
        select q.id from review_request q
        where ${DUE_FOR_REMINDER}
        order by q.expires_at
        limit ${BATCH_ROWS}
        for update skip locked
      ),
      told as (
        update review_request q set reminded_at = clock_timestamp()
        where q.id = any(array(select id from fresh)) and q.reminded_at is null and q.state = 'pending'
        returning q.*
      ),
      ${toSigners("request_expiring", channels)}
      select count(*)::int as rows from told`,
  );
}

/** Of the CTE `told`: to who may sign it and has not; never to who asked, nor to who ever edited the bytes. */
function toSigners(event: "request_waiting" | "request_expiring", channels: Channels): Prisma.Sql {
  return Prisma.sql`
    news as (
      select t.id, t.review_id, t.requested_by, t.edited_by, t.editors, t.expires_at, t.requested_at, a.kind
      from told t join review v on v.id = t.review_id join action_log a on a.key = v.action_key
      where t.expires_at > now()
    ),
    ${joinMessages({
      event,
      channels,
      people: Prisma.sql`
        select u.id as user_id, null::uuid as answers, ${GROUPED}
        from news c join auth_user u on ${freeToSign("c", Prisma.sql`u.id`)}
        where 'approver' = any(u.roles) and u.disabled_at is null
        group by u.id, c.kind`,
      everybody: Prisma.sql`select ${GROUPED} from news c group by c.kind`,
    })}`;
}

const GROUPED = Prisma.sql`
  c.kind, '' as word, count(*)::int as n, min(c.requested_at) as oldest_at,
  (array_agg(c.review_id order by c.requested_at, c.id))[1] as review_id,
  (array_agg(c.id order by c.requested_at, c.id))[1] as request_id`;
