import { checkNewest, sealRows } from "#lib/audit/index.ts";
import type { StepTime } from "../budget.ts";
import type { PassCounts, StopReason } from "../contract.ts";

/** Of its own, whatever the limit of the pass: that one is about actions, and a seal changes none. */
const LIMIT_ROWS = 100_000;

export interface SealStep {
  time: StepTime;
  counts: PassCounts;
}

/** Seals what is complete, and looks whether the newest seals still say what the log says. */
export async function sealAudit({ time, counts }: SealStep): Promise<Exclude<StopReason, "error">> {
  const { rows, stoppedBy } = await sealRows({ limit: LIMIT_ROWS, isOver: () => time.isOver() });
  counts.sealed += rows;
  await checkNewest();
  return stoppedBy;
}
