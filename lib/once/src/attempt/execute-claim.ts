import type { Claim } from "../sql/claim-released.ts";
import type { Effect } from "../types.ts";
import { isNotExecuted } from "./describe-error.ts";
import { type Attempt, type HowToAttempt, openAttempt, refuseVetoed } from "./open-attempt.ts";
import { type Holder, recordFailure, recordSuccess } from "./record-outcome.ts";

export interface Execution<T> extends Holder {
  claim: Claim;
  effect: Effect<T>;
  how: HowToAttempt;
}

/** Runs the effect of a claim and records what became of it; waits for the effect, past its deadline too. */
export async function executeClaim<T>(execution: Execution<T>): Promise<string | null> {
  const { db, claim, how, effect } = execution;
  let attempt: Attempt | undefined;
  let value: T;
  try {
    attempt = openAttempt(db, claim, how);
    if (!how.twoPhase) await refuseVetoed(how, attempt.context);
    value = await effect(attempt.context);
  } catch (thrown) {
    // First, so that a begin() still under way is not granted after it was taken for never begun.
    attempt?.close();
    const proven = isNotExecuted(thrown) || (how.twoPhase && attempt?.begun() !== true);
    return await recordFailure(execution, thrown, proven);
  } finally {
    attempt?.close();
  }
  // From here on the effect has happened: no fault of ours may record a failure.
  return recordSuccess(execution, value);
}
