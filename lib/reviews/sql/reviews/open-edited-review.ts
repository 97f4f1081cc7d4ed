import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";

const REASON = "What is to be sent was edited. It is sent once someone other than its editors has signed it.";

/** The case of an edited action, which is new: nobody else can have opened one. */
export async function openEditedReview(tx: Tx, actionKey: string): Promise<string | null> {
  const rows = await query(
    tx,
    z.object({ id: z.string() }),
    Prisma.sql`
      insert into review (action_key, attempt, cause, reason)
      values (${actionKey}, 0, 'edited', ${REASON})
      returning id::text as id`,
  );
  return rows[0]?.id ?? null;
}
