import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";
import { kindCountsSchema } from "../../contract.ts";
import { MISSED_BEATS, PAST_LIMIT } from "../stale.ts";

const staleRow = z.object({ kind: z.string(), staleNow: z.number(), oldestStaleAt: z.date() });

/** What the next pass would read as stale, and what it has put off: whoever waits for a policy is stale all the same. */
export async function countStale(db: Db): Promise<z.infer<typeof staleRow>[]> {
  return query(
    db,
    staleRow,
    Prisma.sql`
      select s.kind, count(*)::int as "staleNow", min(s.since) as "oldestStaleAt"
      from (
        -- Each moment for itself: a time that is none, or that is still to come, is now.
        select a.kind, case
          when coalesce(a.deadline_at, 'infinity') <= now() then greatest(a.deadline_at, '2000-01-01')
          when ${MISSED_BEATS} then least(now(), greatest(a.attempted_at, a.heartbeat_at))
          else least(now(), greatest(a.attempted_at, a.heartbeat_at, '2000-01-01')
            + coalesce(p.stale_after_seconds, 900) * interval '1 second')
          end as since
        from action_log a left join policy p on p.kind = a.kind
        where a.status = 'in_flight'
          and (coalesce(a.deadline_at, 'infinity') <= now() or coalesce(${MISSED_BEATS}, false)
            or (a.deadline_at is null and ${PAST_LIMIT}))
      ) s
      group by s.kind`,
  );
}

const hourRow = z.object({ kind: z.string(), counts: kindCountsSchema });

/** The sum over the passes that ended within the last hour. */
export async function countLastHour(db: Db): Promise<z.infer<typeof hourRow>[]> {
  return query(
    db,
    hourRow,
    Prisma.sql`
      select summed.kind, jsonb_object_agg(summed.became, summed.rows) as counts
      from (
        select k.kind, c.became, sum(c.rows::int)::int as rows
        from reaper_run r
          cross join lateral jsonb_each(r.by_kind) as k(kind, counts)
          cross join lateral jsonb_each_text(k.counts) as c(became, rows)
        where r.started_at > now() - interval '2 hours' and r.finished_at > now() - interval '1 hour'
        group by k.kind, c.became
      ) summed
      group by summed.kind`,
  );
}
