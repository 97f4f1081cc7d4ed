import { z } from "zod";
import { Prisma, prisma, query } from "#lib/db/index.ts";

/** The kinds whose workers are told by webhook. Those of a paused kind are told once it goes on. */
export async function listToldKinds(): Promise<string[]> {
  const rows = await query(
    prisma(),
    z.object({ kind: z.string() }),
    Prisma.sql`select kind from policy where nudge = 'webhook' and not paused order by kind`,
  );
  return rows.map((row) => row.kind);
}
