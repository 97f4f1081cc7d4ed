import type { HowToAttempt } from "../attempt/open-attempt.ts";
import type { AttemptOptions } from "../types.ts";
import { requireFunction, requireTimeout } from "./require-field.ts";

export function requireAttempt(options: AttemptOptions): HowToAttempt {
  if (options.veto !== undefined) requireFunction("veto", options.veto);
  return {
    timeoutMs: requireTimeout("timeoutMs", options.timeoutMs),
    twoPhase: options.twoPhase === true,
    heartbeatMs: requireTimeout("heartbeatMs", options.heartbeatMs),
    veto: options.veto,
  };
}
