import { Prisma, prisma, query } from "#lib/db/index.ts";
import { judgedColumns, type JudgedRow, judgedRowSchema } from "./judged-row.ts";

/**
 * In flight and past its time, the longest first. Two reads of one index, so that young claims are never walked over;
 * a row without a deadline is a seven-column worker's, and its kind's policy says when it is stale.
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
      (select ${judgedColumns}
      from action_log a
      where ${open} and coalesce(a.deadline_at, 'infinity') <= now()
      order by coalesce(a.deadline_at, 'infinity'), a.attempted_at
      limit ${limit})
      union all
      (select ${judgedColumns}
      from action_log a left join policy p on p.kind = a.kind
      where ${open} and coalesce(a.deadline_at, 'infinity') = 'infinity' and a.deadline_at is null
        and greatest(a.attempted_at, a.heartbeat_at)
          + coalesce(p.stale_after_seconds, 900) * interval '1 second' <= now()
      order by a.attempted_at
      limit ${limit})
      limit ${limit}`,
  );
}
