import { Prisma, prisma, query } from "#lib/db/index.ts";
import { judgedColumns, type JudgedRow, judgedRowSchema } from "./judged-row.ts";

/** Adopted rows whose status is a word that is not ours. */
export async function fetchForeign(limit: number, passed: readonly string[]): Promise<JudgedRow[]> {
  return query(
    prisma(),
    judgedRowSchema,
    Prisma.sql`
      select ${judgedColumns}
      from action_log a
      where a.status not in ('held', 'in_flight', 'released', 'succeeded', 'failed', 'dismissed')
        and a.key <> all(${[...passed]}::text[])
      order by a.key
      limit ${limit}`,
  );
}
