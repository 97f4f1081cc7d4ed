import { prisma } from "#lib/db/index.ts";
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
