import type { HeartbeatAnswer, HeldInput } from "./contract.ts";
import { answering } from "./refusal.ts";
import { actionSteps } from "./store.ts";

export async function recordHeartbeat(held: HeldInput): Promise<HeartbeatAnswer> {
  const answer = await answering(() => actionSteps().heartbeat(held));
  return { outcome: answer === "landed" ? "abort" : "held" };
}
