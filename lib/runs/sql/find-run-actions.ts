import { z } from "zod";
import { ACTION_COLUMNS, actionColumns } from "#lib/actions/index.ts";
import { type Db, Prisma, query, readableTime } from "#lib/db/index.ts";
import { runKeys } from "./run-keys.ts";

export const MAX_STEPS = 500;

const runActionRecord = actionColumns.extend({
  claimedBy: z.string().nullable(),
  attemptedAt: z.date().nullable(),
  startedAt: z.date().nullable(),
  completedAt: z.date().nullable(),
  reviewId: z.string().nullable(),
  /** Since when its open case waits for a person; null where none does. */
  waitsSince: z.date().nullable(),
  versionsBefore: z.number(),
  now: z.date(),
});
export type RunActionRecord = z.infer<typeof runActionRecord>;

/** The actions of a run in order, one more than are shown; those without a number last, as they were attempted. */
export async function findRunActions(db: Db, runId: string): Promise<RunActionRecord[]> {
  return query(
    db,
    runActionRecord,
    Prisma.sql`
      with recursive live as materialized (
        select a.* from action_log a
        where a.key = any(array(${runKeys(runId)}))
        order by a.step nulls last, a.attempted_at, a.key
        limit ${MAX_STEPS + 1}
      ),
      version as (
        select p.key, p.replaced_by as live_key from live l join action_log p on p.replaced_by = l.key
        union
        select p.key, v.live_key from version v join action_log p on p.replaced_by = v.key
      )
      select ${ACTION_COLUMNS}, a.claimed_by as "claimedBy", ${readableTime(Prisma.sql`a.attempted_at`)} as "attemptedAt",
        case when a.attempt > 0 then ${readableTime(Prisma.sql`coalesce(a.first_attempted_at, a.attempted_at)`)} end as "startedAt",
        ${readableTime(Prisma.sql`a.completed_at`)} as "completedAt",
        (select r.id::text from review r where r.action_key = a.key order by r.opened_at desc limit 1) as "reviewId",
        (select r.opened_at from review r where r.action_key = a.key and r.state = 'open') as "waitsSince",
        (select count(*)::int from version v where v.live_key = a.key) as "versionsBefore", clock_timestamp() as now
      from live a
      order by a.step nulls last, a.attempted_at, a.key`,
  );
}
