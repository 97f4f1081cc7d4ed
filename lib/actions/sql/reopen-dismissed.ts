import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import { CAME_BACK } from "./came-back.ts";

const reopened = z.object({ to: z.enum(["held", "failed"]) });

/** A late success since the dismissal has settled the row; a replaced one lives on in its replacement. Neither reopens. */
export async function reopenDismissed(tx: Tx, key: string): Promise<{ to: string } | null> {
  const rows = await query(
    tx,
    reopened,
    Prisma.sql`
      update action_log
      set ${CAME_BACK}
      where key = ${key} and status = 'dismissed' and replaced_by is null
      returning status as "to"`,
  );
  return rows[0] ?? null;
}
