import { z } from "zod";
import { Prisma, prisma, query } from "#lib/db/index.ts";

const reviewCount = z.object({ kind: z.string(), open: z.number() });
const openWork = z.object({
  inFlight: z.number(),
  stale: z.number(),
  released: z.number(),
  lastPassAgeSeconds: z.number().nullable(),
  nudgesGivenUp: z.number(),
});
export type ReviewCount = z.infer<typeof reviewCount>;
export type OpenWork = z.infer<typeof openWork>;

/** What is open, and only that: each count walks a partial index, never the whole table, however old the log is. */
export const OPEN_WORK = Prisma.sql`
  select
    (select count(*)::int from action_log where status = 'in_flight') as "inFlight",
    (select count(*)::int from action_log
      where status = 'in_flight' and coalesce(deadline_at, 'infinity') <= now()) as stale,
    (select count(*)::int from action_log where status = 'released') as released,
    (select extract(epoch from clock_timestamp() - finished_at)::float8 from reaper_run
      where finished_at is not null order by started_at desc limit 1) as "lastPassAgeSeconds",
    (select count(*)::int from nudge where sent_at is null and next_at = 'infinity') as "nudgesGivenUp"`;

/** The kind is the action's, found by its key: `offset 0` keeps the planner from joining the whole log instead. */
export const OPEN_REVIEWS = Prisma.sql`
  select a.kind, count(*)::int as open
  from review r cross join lateral (select kind from action_log where key = r.action_key offset 0) a
  where r.state <> 'closed' group by a.kind order by a.kind`;

export async function countOpenWork(): Promise<OpenWork> {
  const [row] = await query(prisma(), openWork, OPEN_WORK);
  return openWork.parse(row);
}

export async function countOpenReviews(): Promise<ReviewCount[]> {
  return query(prisma(), reviewCount, OPEN_REVIEWS);
}
