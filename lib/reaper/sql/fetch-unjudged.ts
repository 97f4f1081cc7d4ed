import { Prisma, prisma, query } from "#lib/db/index.ts";
import { judgedColumns, type JudgedRow, judgedRowSchema } from "./judged-row.ts";

/**
 * Failed, and nobody has said what is to become of it. In no order: what is due stands in two ranges of its index, the
 * times that are over and none at all, and any order would walk over those that wait in between. None starves, because
 * whatever is read is changed, put off, or passed over for the rest of the pass.
 */
export async function fetchUnjudged(limit: number, passed: readonly string[]): Promise<JudgedRow[]> {
  return query(
    prisma(),
    judgedRowSchema,
    Prisma.sql`
      select ${judgedColumns}
      from action_log a
      where a.status = 'failed' and a.judged_attempt < a.attempt
        and (a.next_check_at is null or a.next_check_at <= now())
        and a.key <> all(${[...passed]}::text[])
      limit ${limit}`,
  );
}
