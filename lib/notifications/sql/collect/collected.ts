import { z } from "zod";
import { type Prisma, query, type Tx } from "#lib/db/index.ts";

/**
 * So many rows at a time: nobody who decides waits noticeably for the marks on them. The statements find them again as an
 * array: joined, a table that has just grown by 100,000 rows is read from end to end for each (170 s a batch).
 */
export const BATCH_ROWS = 2000;
/** What is older than this when it is found is marked as told, and told to nobody: mail was off, or is new here. */
export const NEWS_FOR_HOURS = 24;

const collected = z.object({ rows: z.number() });

export async function countCollected(tx: Tx, statement: Prisma.Sql): Promise<number> {
  const [found] = await query(tx, collected, statement);
  return found?.rows ?? 0;
}
