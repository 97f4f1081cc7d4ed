import { actionKey, payloadHash } from "@notwice/once";
import type { TokenActor } from "#lib/tokens/index.ts";
import { AppError } from "../errors.ts";
import type { ClaimAnswer, ClaimInput } from "./contract.ts";
import { toClaimed, toOptions, toResult } from "./from-steps.ts";
import { answering } from "./refusal.ts";
import { actionSteps } from "./store.ts";

/** What the first call gets, and what a second one gets. */
export async function claimAction(actor: TokenActor, input: ClaimInput): Promise<ClaimAnswer> {
  const options = { ...toOptions(actor, input), onStepTaken: input.onStepTaken };
  const outcome = await answering(() => actionSteps().claim(intentOf(input), options));
  if ("claimed" in outcome) return { outcome: "claimed", ...toClaimed(outcome.claimed) };
  return { outcome: "succeeded", result: toResult(outcome.result) };
}

/** The key is a function of the intent: one that was derived otherwise would claim something else. */
function intentOf({ key, runId, kind, step, target, payload }: ClaimInput) {
  if (step === undefined || target === undefined) return { key: key ?? "", runId, kind };
  const derived = actionKey({ runId, step, kind, target, payloadHash: payloadHash(payload) });
  if (key !== undefined && key !== derived) {
    throw new AppError("invalid_input", "key: is not the key of this intent.", { field: "key" });
  }
  return { runId, step, kind, target, payload };
}
