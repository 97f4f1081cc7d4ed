import type { BeginAnswer, HeldInput } from "./contract.ts";
import { answering } from "./refusal.ts";
import { actionSteps } from "./store.ts";

/** Once this is answered the effect may happen; before, it must not. */
export async function beginEffect(held: HeldInput): Promise<BeginAnswer> {
  await answering(() => actionSteps().begin(held));
  return { outcome: "begun" };
}
