import { ActionFailedError, NotExecuted } from "@notwice/once";
import type { TokenActor } from "#lib/tokens/index.ts";
import { notFound } from "../errors.ts";
import type { FailAnswer, FailInput } from "./contract.ts";
import { toResult } from "./from-steps.ts";
import { answering } from "./refusal.ts";
import { actionSteps } from "./store.ts";
import { workerName } from "./worker-name.ts";

/** To have recorded the failure is what was asked for, so that its error is an answer here. */
export async function failAction(actor: TokenActor, input: FailInput): Promise<FailAnswer> {
  const { key, token, attempt, worker } = input;
  const held = { key, token, attempt };
  const steps = actionSteps();
  if (!(await answering(() => steps.knows(held)))) throw notFound();
  try {
    const stored = await steps.fail(held, reported(input), workerName(actor, worker));
    return { outcome: "succeeded", result: toResult(stored) };
  } catch (error) {
    if (!(error instanceof ActionFailedError)) return answering(() => Promise.reject(error));
    const { failure, disposition, retryAfterMs = 0 } = error;
    const retryAfter = Math.ceil(retryAfterMs / 1000);
    return { outcome: "failed", error: "ActionFailedError", failure, disposition, retryAfter };
  }
}

/** What the worker says, as the library would have caught it. */
function reported({ failure, permanent, phase, error }: FailInput): Error {
  const { message = "the worker gave no reason", name, code } = error ?? {};
  const where = { ...(phase !== undefined && { phase }), ...(code !== undefined && { code }) };
  if (failure === "did_not_happen") return new NotExecuted(message, { permanent, ...where });
  return Object.assign(new Error(message), where, name !== undefined && { name });
}
