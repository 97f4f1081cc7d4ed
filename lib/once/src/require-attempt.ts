import type { HowToAttempt } from "./open-attempt.ts";
import { requireFunction, requireTimeout } from "./require-field.ts";
import type { AttemptOptions } from "./types.ts";

export function requireAttempt(options: AttemptOptions): HowToAttempt {
  if (options.veto !== undefined) requireFunction("veto", options.veto);
  return {
    timeoutMs: requireTimeout("timeoutMs", options.timeoutMs),
    twoPhase: options.twoPhase === true,
    heartbeatMs: requireTimeout("heartbeatMs", options.heartbeatMs),
    veto: options.veto,
  };
}
