import type { ClaimedAction, ClaimOptions } from "@notwice/once/steps";
import type { TokenActor } from "#lib/tokens/index.ts";
import type { ClaimInput, ReleasedInput } from "./contract.ts";
import { workerName } from "./worker-name.ts";

export function toOptions(actor: TokenActor, input: ClaimInput | ReleasedInput): ClaimOptions {
  const { token, worker, timeoutMs, heartbeatMs, twoPhase } = input;
  return {
    token,
    worker: workerName(actor, worker),
    twoPhase,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(heartbeatMs !== undefined && { heartbeatMs }),
  };
}

export function toClaimed({ key, attempt, token, payload, payloadHash, timeLeftMs }: ClaimedAction) {
  return { key, attempt, token, payloadHash, timeLeftMs, ...(payload !== undefined && { payload }) };
}

/** The stored result, from its JSON text. */
export function toResult(result: string | null): unknown {
  return result === null ? null : JSON.parse(result);
}
