import { tellPeople } from "#lib/notifications/index.ts";
import type { StepTime } from "../budget.ts";
import type { PassCounts, StopReason } from "../contract.ts";

export interface TellStep {
  time: StepTime;
  limit: number;
  counts: PassCounts;
}

/** The step that talks to people; what it tells of is committed by the steps before it. */
export async function tellDue({ time, limit, counts }: TellStep): Promise<Exclude<StopReason, "error">> {
  const { sent, refused, inDoubt, stoppedBy } = await tellPeople({ limit, leftMs: () => time.leftMs() });
  counts.told += sent;
  counts.tellingRefused += refused;
  counts.tellingInDoubt += inDoubt;
  return stoppedBy;
}
