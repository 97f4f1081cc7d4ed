import type { TokenActor } from "#lib/tokens/index.ts";
import { notFound } from "../errors.ts";
import type { SucceedAnswer, SucceedInput } from "./contract.ts";
import { toResult } from "./from-steps.ts";
import { answering } from "./refusal.ts";
import { actionSteps } from "./store.ts";
import { workerName } from "./worker-name.ts";

/** Late or not, a success is recorded; only an attempt that nobody ever claimed has nothing to report. */
export async function succeedAction(actor: TokenActor, input: SucceedInput): Promise<SucceedAnswer> {
  const { result, worker, ...held } = input;
  const steps = actionSteps();
  if (!(await answering(() => steps.knows(held)))) throw notFound();
  const stored = await answering(() => steps.succeed(held, result, workerName(actor, worker)));
  return { outcome: "succeeded", result: toResult(stored) };
}
