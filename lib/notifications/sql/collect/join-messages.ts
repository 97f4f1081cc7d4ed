import { Prisma } from "#lib/db/index.ts";
import type { Delivery, NotificationEvent } from "../../contract.ts";

/** What becomes true within it is one message for each recipient, event and kind. */
const WINDOW_SECONDS = 60;
/** A trickle of stale actions is a message every ten minutes, not every one. */
const REPEAT_SECONDS: Partial<Record<NotificationEvent, number>> = { review_opened: 600, duplicate: 600 };
/** Waiting for more would tell of it when it is over. */
const AT_ONCE: readonly NotificationEvent[] = ["request_expiring"];
const DIGEST_HOUR_UTC = 7;

export type Channels = { mail: boolean; webhooks: boolean };

/** One who did not choose hears of everything at once. */
export const DEFAULT_DELIVERY: Delivery = "at_once";

type Joining = {
  event: NotificationEvent;
  channels: Channels;
  /** Selects `user_id, answers, kind, word, oldest_at, review_id, request_id, n`. */
  people: Prisma.Sql;
  /** Selects the same without the first two. */
  everybody: Prisma.Sql;
};

/**
 * The last CTE of every collecting statement, `joined`: what was found joins the messages that wait for it, or begins
 * them. However many rows it was found in, one message per recipient comes out of it. Only one pass at a time collects,
 * so the rows of two never meet here.
 */
export function joinMessages({ event, channels, people, everybody }: Joining): Prisma.Sql {
  const windowSeconds = AT_ONCE.includes(event) ? 0 : WINDOW_SECONDS;
  return Prisma.sql`
    wanted as (
      select 'mail' as channel, p.user_id as recipient_id, p.answers, p.kind, p.word, p.oldest_at, p.review_id,
        p.request_id, p.n, coalesce(f.delivery, ${DEFAULT_DELIVERY}) = 'digest' as is_digest
      from (${people}) p left join notification_preference f on f.user_id = p.user_id and f.event = ${event}
      where ${channels.mail}::boolean and coalesce(f.delivery, ${DEFAULT_DELIVERY}) <> 'off'
      union all
      select 'webhook', w.id::text, null, e.kind, e.word, e.oldest_at, e.review_id, e.request_id, e.n, false
      from (${everybody}) e
      join notification_webhook w on ${event} = any(w.events) and (w.kinds = '{}' or e.kind = '' or e.kind = any(w.kinds))
      where ${channels.webhooks}::boolean
    ),
    counted as (
      select channel, recipient_id, case when is_digest then 'digest' else ${event} end as event,
        case when is_digest then '' else kind end as kind, case when is_digest then null else answers end as answers,
        case when is_digest then ${event} else word end as word, sum(n)::int as n, min(oldest_at) as oldest_at,
        (array_agg(review_id order by oldest_at, review_id))[1] as review_id,
        (array_agg(request_id order by oldest_at, request_id))[1] as request_id
      from wanted group by 1, 2, 3, 4, 5, 6
    ),
    grouped as (
      select channel, recipient_id, event, kind, answers, sum(n)::int as n, jsonb_object_agg(word, n) as counts,
        min(oldest_at) as oldest_at, (array_agg(review_id order by oldest_at, review_id))[1] as review_id,
        (array_agg(request_id order by oldest_at, request_id))[1] as request_id
      from counted group by 1, 2, 3, 4, 5
    ),
    joined as (
      insert into notification as m (channel, recipient_id, event, kind, answers, count, counts, oldest_at, review_id,
        request_id, due_at)
      select g.channel, g.recipient_id, g.event, g.kind, g.answers, g.n, g.counts, g.oldest_at, g.review_id,
        g.request_id, case g.event when 'digest' then ${nextDigest()} else greatest(
          clock_timestamp() + make_interval(secs => ${windowSeconds}::int),
          (select max(b.ended_at) + make_interval(secs => ${REPEAT_SECONDS[event] ?? 0}::int)
            from notification b
            where b.channel = g.channel and b.recipient_id = g.recipient_id and b.event = g.event and b.kind = g.kind
              and b.ended_at > now() - interval '1 hour')) end
      from grouped g
      on conflict (channel, recipient_id, event, kind, answers) where state = 'due' and tries = 0
      do update set count = m.count + excluded.count,
        counts = (
          select jsonb_object_agg(word, n)
          from (select word, sum(n::int) as n
            from (select * from jsonb_each_text(m.counts) union all select * from jsonb_each_text(excluded.counts))
              as both_of_them (word, n)
            group by word) summed)
    )`;
}

function nextDigest(): Prisma.Sql {
  return Prisma.sql`(
    date_trunc('day', now() + make_interval(hours => ${24 - DIGEST_HOUR_UTC}::int), 'UTC')
      + make_interval(hours => ${DIGEST_HOUR_UTC}::int))`;
}
