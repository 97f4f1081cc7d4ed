import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";

const found = z.object({ actionKey: z.string(), replacedKey: z.string() });

/** The action of a review and the one it replaces; null where it replaces none. */
export async function findReplaced(tx: Db, reviewId: string): Promise<z.infer<typeof found> | null> {
  const rows = await query(
    tx,
    found,
    Prisma.sql`
      select v.action_key as "actionKey", a.key as "replacedKey"
      from review v join action_log a on a.replaced_by = v.action_key
      where v.id = ${reviewId}::uuid`,
  );
  return rows[0] ?? null;
}
