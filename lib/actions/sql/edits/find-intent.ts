import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";

const storedIntent = z.object({
  runId: z.string(),
  step: z.number().nullable(),
  kind: z.string(),
  target: z.string().nullable(),
});
export type StoredIntent = z.infer<typeof storedIntent>;

/** The parts of an action that never change, beside its payload. */
export async function findIntent(tx: Db, key: string): Promise<StoredIntent | null> {
  const rows = await query(
    tx,
    storedIntent,
    Prisma.sql`select run_id as "runId", step, kind, target from action_log where key = ${key}`,
  );
  return rows[0] ?? null;
}

/** Of an action that may not exist. */
export async function isTaken(tx: Db, key: string): Promise<boolean> {
  const rows = await query(
    tx,
    z.object({ key: z.string() }),
    Prisma.sql`select key from action_log where key = ${key}`,
  );
  return rows.length > 0;
}
