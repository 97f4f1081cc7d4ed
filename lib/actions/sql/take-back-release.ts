import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import { CAME_BACK } from "./came-back.ts";

const takenBack = z.object({ to: z.enum(["held", "failed"]) });

/** Races with the claim on this one row: whoever changes `status` first wins, the other finds nothing to change. */
export async function takeBackRelease(tx: Tx, key: string, requestId: string): Promise<{ to: string } | null> {
  const rows = await query(
    tx,
    takenBack,
    Prisma.sql`
      update action_log
      set ${CAME_BACK}
      where key = ${key} and status = 'released' and release_request_id = ${requestId}::uuid
      returning status as "to"`,
  );
  return rows[0] ?? null;
}
