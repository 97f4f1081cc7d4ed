import { judge, type StoredPolicy } from "#lib/policies/index.ts";
import { sayError } from "../say-error.ts";
import type { SkippedRow } from "../sql/health/find-skipped.ts";

/** Why a row was put off; nothing of it is stored, so it is judged once more, which changes nothing. Pure, as `judge`. */
export function saySkipped(row: SkippedRow, policy: StoredPolicy | undefined): string {
  try {
    const { verdict } = judge(row, policy, row.now);
    if (verdict === "wait" || isPaused(policy)) return "Its kind is paused.";
    if (row.isChecked && verdict === "check") return sayCheck(row.checks);
    return "The last look could not store what is to become of it.";
  } catch (error) {
    return `It cannot be judged: ${sayError(error)}.`;
  }
}

function isPaused(policy: StoredPolicy | undefined): boolean {
  return policy !== undefined && "paused" in policy && policy.paused;
}

function sayCheck(checks: number): string {
  if (checks === 0) return "The provider is asked then.";
  const times = checks === 1 ? "once" : `${checks} times`;
  return `The provider was asked ${times} without a clear answer, and is asked again then.`;
}
