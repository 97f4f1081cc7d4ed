import { Prisma, prisma, query } from "#lib/db/index.ts";
import { judgedColumns, type JudgedRow, judgedRowSchema } from "./judged-row.ts";
import { MISSED_BEATS, PAST_LIMIT } from "./stale.ts";

/**
 * In flight and past its time, the longest first. Each read has its index, so that young claims are never walked over:
 * those past their deadline; a seven-column worker's, without a deadline, of which the kind's policy says when they
 * are stale; and those that missed three heartbeats, read once for each of the few intervals that are promised,
 * because only then their age is a range of the index.
 * `now()` is the statement's, an index cannot be read by `clock_timestamp()`; it is early, never late.
 */
export async function fetchStale(limit: number, passed: readonly string[]): Promise<JudgedRow[]> {
  const open = Prisma.sql`
    a.status = 'in_flight' and (a.next_check_at is null or a.next_check_at <= now())
    and a.key <> all(${[...passed]}::text[])`;
  return query(
    prisma(),
    judgedRowSchema,
    Prisma.sql`
      with recursive promised as (
        select min(heartbeat_every_ms) as every_ms
        from action_log where status = 'in_flight' and heartbeat_every_ms is not null
        union all
        select (
          select min(a.heartbeat_every_ms)
          from action_log a where a.status = 'in_flight' and a.heartbeat_every_ms > p.every_ms)
        from promised p where p.every_ms is not null
      )
      (select ${judgedColumns}
      from action_log a
      where ${open} and coalesce(a.deadline_at, 'infinity') <= now()
      order by coalesce(a.deadline_at, 'infinity'), a.attempted_at
      limit ${limit})
      union all
      (select ${judgedColumns}
      from action_log a left join policy p on p.kind = a.kind
      where ${open} and coalesce(a.deadline_at, 'infinity') = 'infinity' and a.deadline_at is null
        and ${PAST_LIMIT}
        and (${MISSED_BEATS}) is not true
      order by a.attempted_at
      limit ${limit})
      union all
      (select ${judgedColumns}
      from promised p
        cross join lateral (
          select a.*
          from action_log a
          where ${open} and a.heartbeat_every_ms = p.every_ms and ${MISSED_BEATS}
            and a.attempted_at < now() - p.every_ms * interval '3 milliseconds'
            and coalesce(a.deadline_at, 'infinity') > now()
          order by a.attempted_at
          limit ${limit}) a
      limit ${limit})
      limit ${limit}`,
  );
}
