import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import type { GivenFields, PolicyPreview } from "./contract.ts";
import { assessEdit } from "./rules/assess-edit.ts";
import { differences, withGiven } from "./rules/fields.ts";
import { findProblems, findRemarks } from "./rules/find-problems.ts";
import { strictest } from "./rules/strictness.ts";
import { countInFlight, countOpenReviews, countPending, readDurations } from "./sql/count-waiting.ts";
import { loadStanding } from "./standing/load-standing.ts";

/** What an edit would do to what is waiting now. Changes nothing. */
export async function previewPolicy(actor: Actor, kind: string, given: GivenFields): Promise<PolicyPreview> {
  requirePermission(actor, "policies.edit");
  return transaction(async (tx) => {
    const standing = await loadStanding(tx, kind);
    const { policy, current, binding, now } = standing;
    const after = withGiven(current, given);
    const { staleAfterSeconds } = after;
    const { loosens, needsSecondAdmin, delaySeconds } = assessEdit(standing, after);
    const lastWeek = await readDurations(tx, kind, staleAfterSeconds);
    const shortens = policy === null || staleAfterSeconds < current.staleAfterSeconds;
    return {
      changes: differences(current, after),
      problems: findProblems(after, shortens ? lastWeek.longestSeconds : null),
      remarks: findRemarks(after),
      loosens,
      needsSecondAdmin,
      takesEffectAfterSeconds: delaySeconds,
      waiting: {
        ...(await countInFlight(tx, kind, staleAfterSeconds)),
        ...(await countOpenReviews(tx, kind, after)),
        // What waits was claimed before the edit, so the stricter of the two will bind it.
        ...(await countPending(tx, kind, strictest(after, binding))),
      },
      lastWeek,
      at: now.toISOString(),
    };
  });
}
