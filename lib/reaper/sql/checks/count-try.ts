import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";

export interface Try {
  key: string;
  attempt: number;
  revision: number;
  /** Whether the answer uses up one of the tries. */
  counts: boolean;
  /** Until the next question; null: there is none. */
  againInSeconds: number | null;
}

/** What an answer that decides nothing leaves: whoever changed the row since it was asked wins. The new revision. */
export async function countTry(
  tx: Tx,
  { key, attempt, revision, counts, againInSeconds }: Try,
): Promise<number | null> {
  const rows = await query(
    tx,
    z.object({ revision: z.number() }),
    Prisma.sql`
      update action_log
      set checks = checks + ${counts ? 1 : 0}::int,
        next_check_at = clock_timestamp() + ${againInSeconds}::float8 * interval '1 second', revision = revision + 1
      where key = ${key} and status = 'failed' and attempt = ${attempt}::int and revision = ${revision}::int
        and next_check_at is not null
      returning revision`,
  );
  return rows[0]?.revision ?? null;
}
