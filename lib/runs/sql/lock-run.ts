import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import { runKeys } from "./run-keys.ts";

const lockedStep = z.object({ key: z.string(), status: z.string() });
export type LockedStep = z.infer<typeof lockedStep>;

/**
 * What of a run can be cancelled, in key order, as everyone locks several actions. A replaced one is left out: a late
 * report locks it before its replacement, whatever their keys.
 */
export async function lockRun(tx: Tx, runId: string): Promise<LockedStep[]> {
  return query(
    tx,
    lockedStep,
    Prisma.sql`
      select a.key, a.status
      from action_log a
      where a.key = any(array(${runKeys(runId)})) and a.status in ('held', 'released', 'failed')
        and a.replaced_by is null
      order by a.key
      for update`,
  );
}

/** What a worker is at: read after the lock, and not waited for. */
export async function findInFlight(tx: Tx, runId: string): Promise<string[]> {
  const rows = await query(
    tx,
    z.object({ key: z.string() }),
    Prisma.sql`
      select a.key from action_log a
      where a.key = any(array(${runKeys(runId)})) and a.status = 'in_flight'
      order by a.key`,
  );
  return rows.map(({ key }) => key);
}

/** Whether anything at all belongs to this run. */
export async function isRun(tx: Tx, runId: string): Promise<boolean> {
  const rows = await query(
    tx,
    z.object({ key: z.string() }),
    Prisma.sql`select key from (${runKeys(runId)}) k limit 1`,
  );
  return rows.length > 0;
}
