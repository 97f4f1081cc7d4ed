import { Prisma, prisma, query } from "#lib/db/index.ts";
import { judgedColumns, type JudgedRow, judgedRowSchema } from "../judged-row.ts";

const checkedRowSchema = judgedRowSchema.extend({ checks: judgedRowSchema.shape.attempt });
export type CheckedRow = JudgedRow & { checks: number };

/** Failed and judged, and the provider is to be asked now; whoever has waited longest comes first. */
export async function fetchChecks(limit: number, passed: readonly string[]): Promise<CheckedRow[]> {
  return query(
    prisma(),
    checkedRowSchema,
    Prisma.sql`
      select ${judgedColumns}, a.checks
      from action_log a
      where a.status = 'failed' and a.judged_attempt >= a.attempt and a.next_check_at <= now()
        and a.key <> all(${[...passed]}::text[])
      order by a.next_check_at
      limit ${limit}`,
  );
}
