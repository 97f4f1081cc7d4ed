import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";

/** Written before the question leaves, so that one whose asker was killed is seen too. Its number. */
export async function recordAsked(tx: Tx, asked: { key: string; attempt: number }): Promise<string> {
  const [row] = await query(
    tx,
    z.object({ id: z.string() }),
    Prisma.sql`
      insert into verification (action_key, attempt)
      values (${asked.key}, ${asked.attempt}::int)
      returning id::text`,
  );
  if (row === undefined) throw new Error("Invariant: an insert returns its row");
  return row.id;
}
