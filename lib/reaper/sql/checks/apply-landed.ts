import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";

export interface LandedCheck {
  key: string;
  attempt: number;
  /** JSON text. */
  result: string;
}

/** Knowledge about the key, whatever became of the action since: one definition for every late success. */
export async function applyLanded(tx: Tx, { key, attempt, result }: LandedCheck): Promise<string> {
  const [row] = await query(
    tx,
    z.object({ status: z.string() }),
    Prisma.sql`
      select notwice_late_success(${key}, ${attempt}::int, null, ${result}::jsonb, 'verification', 'reaper') as status`,
  );
  return row?.status ?? "unknown_action";
}
