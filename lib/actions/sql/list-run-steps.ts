import { z } from "zod";
import { type Db, Prisma, query, readableTime } from "#lib/db/index.ts";
import { ACTION_COLUMNS, actionColumns } from "./action-columns.ts";

const MAX_STEPS_BEFORE = 20;
const MAX_STEPS_AFTER = 30;

const runStepRecord = actionColumns.extend({
  attemptedAt: z.date().nullable(),
  completedAt: z.date().nullable(),
  reviewId: z.string().nullable(),
});
export type RunStepRecord = z.infer<typeof runStepRecord>;

/** The steps around one. Its conditions are those of the index (run_id, step): rows without a step have no neighbours. */
export async function listRunSteps(tx: Db, runId: string, step: number): Promise<RunStepRecord[]> {
  return query(
    tx,
    runStepRecord,
    Prisma.sql`
      select ${ACTION_COLUMNS}, ${readableTime(Prisma.sql`a.attempted_at`)} as "attemptedAt", ${readableTime(Prisma.sql`a.completed_at`)} as "completedAt",
        (select r.id::text from review r where r.action_key = a.key order by r.opened_at desc limit 1) as "reviewId"
      from action_log a
      where a.run_id = ${runId} and a.step is not null and a.replaced_by is null
        and a.step between ${step - MAX_STEPS_BEFORE}::int and ${step + MAX_STEPS_AFTER}::int
      order by a.step`,
  );
}
