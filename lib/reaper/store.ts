import { prisma, sqlState, transaction, type Tx } from "#lib/db/index.ts";
import type { PassCounts, StopReason } from "./contract.ts";

/** The row of a pass is there from its start: a pass that was killed is one without an end. */
export async function recordStart(startedBy: string): Promise<string> {
  const { id } = await prisma().reaperRun.create({ data: { startedBy }, select: { id: true } });
  return id;
}

export async function recordEnd(
  id: string,
  end: { counts: PassCounts; stoppedBy: StopReason; error: string | null },
): Promise<void> {
  await prisma().$executeRaw`
    update reaper_run
    set finished_at = clock_timestamp(), counts = ${JSON.stringify(end.counts)}::jsonb,
      stopped_by = ${end.stoppedBy}, error = ${end.error}
    where id = ${id}::uuid and finished_at is null`;
}

const LOCK_NOT_AVAILABLE = "55P03";

/** One transaction that waits for nobody long: a row that someone holds must not hold up the whole pass. */
export async function impatientTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(async (tx) => {
    await tx.$executeRaw`set local lock_timeout = '500ms'`;
    return work(tx);
  });
}

export function isLocked(error: unknown): boolean {
  return sqlState(error) === LOCK_NOT_AVAILABLE;
}
