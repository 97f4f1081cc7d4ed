import { z } from "zod";
import { type Db, Prisma, query, readableTime } from "#lib/db/index.ts";

/** Of each sort of open work; an incident of 100,000 stuck sends must not make a list read them all. */
export const READ_CAP = 5_000;

const openRun = z.object({
  runId: z.string(),
  kinds: z.array(z.string()),
  waits: z.boolean(),
  stuck: z.number(),
  pausedSince: z.date().nullable(),
  step: z.number().nullable(),
  actionKey: z.string().nullable(),
  reviewId: z.string().nullable(),
  agent: z.string().nullable(),
  startedAt: z.date().nullable(),
  position: z.string(),
  isCapped: z.boolean(),
  now: z.date(),
});
export type OpenRun = z.infer<typeof openRun>;

export type OpenRunFilter = {
  waits: boolean | undefined;
  kind: string | undefined;
  stuck: boolean | undefined;
  text: string | undefined;
};

/**
 * What is open stands in partial indexes, each read from its oldest end: cases that are open, claims in flight, releases,
 * failures nobody has judged. Runs are made of these alone, so that millions of finished actions cost nothing.
 */
const OPEN_WORK = Prisma.sql`
  (select a.run_id, a.kind, a.key, a.step, a.attempt, r.id as review_id, r.opened_at as waits_since
   from (select id, action_key, opened_at, state from review where state <> 'closed'
         order by opened_at, id limit ${READ_CAP}) r
   join action_log a on a.key = r.action_key
   where r.state = 'open')
  union all
  (select run_id, kind, key, step, attempt, null::uuid, null::timestamptz from action_log
   where status = 'in_flight' order by coalesce(deadline_at, 'infinity'), attempted_at limit ${READ_CAP})
  union all
  (select run_id, kind, key, step, attempt, null::uuid, null::timestamptz from action_log
   where status = 'released' order by release_expires_at limit ${READ_CAP})
  union all
  (select run_id, kind, key, step, attempt, null::uuid, null::timestamptz from action_log
   where status = 'failed' and judged_attempt < attempt order by next_check_at limit ${READ_CAP})
  union all
  (select run_id, kind, key, step, attempt, null::uuid, null::timestamptz from action_log
   where status = 'failed' and judged_attempt >= attempt and next_check_at is not null
   order by next_check_at limit ${READ_CAP})`;

/** Longest paused first, then those that wait for no person, by their id. */
const POSITION = Prisma.sql`
  coalesce(to_char(g.paused_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '~') || ' ' || g.run_id`;

export async function listOpenRuns(
  db: Db,
  filter: OpenRunFilter,
  page: { after: string | null; limit: number },
): Promise<OpenRun[]> {
  const { waits, kind, stuck, text } = filter;
  return query(
    db,
    openRun,
    Prisma.sql`
      with work as materialized (${OPEN_WORK}),
      capped as (
        select max(n) >= ${READ_CAP} as reached
        from (
          select count(*) as n from (select from review where state <> 'closed' limit ${READ_CAP}) r
          union all select count(*) from (select from action_log where status = 'in_flight' limit ${READ_CAP}) f
        ) counted
      ),
      grouped as (
        select run_id, array_agg(distinct kind order by kind) as kinds, min(waits_since) as paused_since,
          count(*) filter (where waits_since is not null and attempt > 0)::int as stuck,
          (array_agg(key order by waits_since nulls last, step))[1] as key,
          (array_agg(step order by waits_since nulls last, step))[1] as step,
          (array_agg(review_id order by waits_since nulls last, step))[1] as review_id
        from work
        group by run_id
      ),
      page as (
        select g.*, (${POSITION}) collate "C" as position
        from grouped g
        where (${waits ?? null}::boolean is null or (g.paused_since is not null) = ${waits ?? null}::boolean)
          and (${kind ?? null}::text is null or ${kind ?? null}::text = any(g.kinds))
          and (${stuck ?? null}::boolean is null or (g.stuck > 0) = ${stuck ?? null}::boolean)
          and (${text ?? null}::text is null or strpos(lower(g.run_id), lower(${text ?? null}::text)) > 0)
          and (${page.after}::text is null or (${POSITION}) collate "C" > ${page.after}::text)
        order by position
        limit ${page.limit}
      )
      select p.run_id as "runId", p.kinds, p.paused_since is not null as waits, p.stuck, p.paused_since as "pausedSince",
        case when p.paused_since is not null then p.step end as step,
        case when p.paused_since is not null then p.key end as "actionKey", p.review_id::text as "reviewId",
        first.claimed_by as agent, ${readableTime(Prisma.sql`first.attempted_at`)} as "startedAt", p.position,
        capped.reached as "isCapped", clock_timestamp() as now
      from page p cross join capped
        left join lateral (
          (select claimed_by, coalesce(first_attempted_at, attempted_at) as attempted_at from action_log a
           where a.run_id = p.run_id and a.step is not null and a.replaced_by is null order by a.step limit 1)
          union all
          (select claimed_by, coalesce(first_attempted_at, attempted_at) from action_log a
           where a.run_id = p.run_id and a.step is null limit 1)
          limit 1
        ) first on true
      order by p.position`,
  );
}
