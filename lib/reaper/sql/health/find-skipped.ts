import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";
import { judgedColumns, judgedRowSchema } from "../judged-row.ts";

const skippedRow = judgedRowSchema.extend({
  runId: z.string(),
  /** Judged, and a question to the provider is scheduled. */
  isChecked: z.boolean(),
  checks: z.number(),
  nextLookAt: z.date(),
});
export type SkippedRow = z.infer<typeof skippedRow>;

/** Each part by its own index; `end` is the order and the limit of each. */
function skippedKeys(end: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    (select a.key, a.next_check_at from action_log a
      where a.status = 'in_flight' and a.next_check_at > now() and a.next_check_at < '9999-12-30' ${end})
    union all
    (select a.key, a.next_check_at from action_log a
      where a.status = 'failed' and a.judged_attempt < a.attempt
        and a.next_check_at > now() and a.next_check_at < '9999-12-30' ${end})
    union all
    (select a.key, a.next_check_at from action_log a
      where a.status = 'failed' and a.judged_attempt >= a.attempt
        and a.next_check_at > now() and a.next_check_at < '9999-12-30' ${end})`;
}

/** What a pass has looked at and put off, the soonest first. */
export async function findSkipped(db: Db, limit: number): Promise<SkippedRow[]> {
  const soonest = Prisma.sql`order by a.next_check_at limit ${limit}`;
  return query(
    db,
    skippedRow,
    Prisma.sql`
      select ${judgedColumns}, a.run_id as "runId", a.checks, a.next_check_at as "nextLookAt",
        a.status = 'failed' and a.judged_attempt >= a.attempt as "isChecked"
      from action_log a
      where a.key in (select a.key from (${skippedKeys(soonest)}) a ${soonest})
      order by a.next_check_at, a.key`,
  );
}

export async function countSkipped(db: Db): Promise<number> {
  const rows = await query(
    db,
    z.object({ total: z.number() }),
    Prisma.sql`select count(*)::int as total from (${skippedKeys(Prisma.empty)}) skipped`,
  );
  return rows[0]?.total ?? 0;
}
