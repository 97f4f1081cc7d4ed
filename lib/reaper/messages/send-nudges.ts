import { sendDueNudges } from "#lib/nudges/index.ts";
import type { StepTime } from "../budget.ts";
import type { PassCounts, StopReason } from "../contract.ts";

export interface NudgeStep {
  time: StepTime;
  limit: number;
  counts: PassCounts;
}

/** The step that talks to receivers; each call is cut off with the step's time at the latest. */
export async function sendNudges({ time, limit, counts }: NudgeStep): Promise<Exclude<StopReason, "error">> {
  const { sent, failed, stoppedBy } = await sendDueNudges({ limit, leftMs: () => time.leftMs() });
  counts.nudged += sent;
  counts.nudgesFailed += failed;
  return stoppedBy;
}
