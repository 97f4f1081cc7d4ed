import type { Policy } from "#lib/policies/index.ts";

const MIN_SECONDS = 1;
/** Doubling stops here, unless the policy itself waits longer. */
const MAX_SECONDS = 6 * 3600;

/** After so many answers that said nothing. */
export function secondsToNextTry({ backoffSeconds }: Policy, checks: number): number {
  const base = Math.max(backoffSeconds, MIN_SECONDS);
  return Math.min(base * 2 ** checks, Math.max(base, MAX_SECONDS));
}
