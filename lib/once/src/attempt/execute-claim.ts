import { readResult, short } from "../claim/claim-action.ts";
import { errorCode } from "../db/pg-db.ts";
import {
  ActionFailedError,
  ClaimLostError,
  FailureNotRecordedError,
  OnceError,
  ResultNotRecordedError,
} from "../errors.ts";
import type { Claim } from "../sql/claim-released.ts";
import { failAction } from "../sql/fail.ts";
import { reportLateFailure, reportLateSuccess } from "../sql/late-report.ts";
import { type StorableResult, succeedAction } from "../sql/succeed.ts";
import type { ActionLogDb, Effect } from "../types.ts";
import { describeError, isNotExecuted, messageOf } from "./describe-error.ts";
import { type Attempt, type HowToAttempt, openAttempt, refuseVetoed } from "./open-attempt.ts";
import { retryStatement } from "./retry-statement.ts";
import { omittedResult, serialiseResult } from "./serialise-result.ts";

const FAILED_RETRY_MS = 10_000;

/** Who executes: one worker, by one handle. */
export interface Holder {
  db: ActionLogDb;
  worker: string;
  /** How long the outcome of an effect is offered to a database that does not answer. */
  recordLimitMs: number;
}

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
  return recordSuccess(execution, serialiseResult(value), value);
}

async function recordSuccess<T>(execution: Execution<T>, result: StorableResult, value: T): Promise<string | null> {
  const { db, claim, worker, recordLimitMs } = execution;
  try {
    return await retryStatement(async () => {
      if (await succeedAction(db, claim, result)) return result.json;
      await reportLateSuccess(db, claim, result.json, worker);
      return readResult(db, claim.key);
    }, recordLimitMs);
  } catch (error) {
    // jsonb refuses what JSON allows (NUL, a lone surrogate, a number beyond numeric): the success still counts.
    if (errorCode(error).startsWith("22") && result.omitted === null) {
      return recordSuccess(execution, omittedResult(`not storable: ${errorCode(error)}`), value);
    }
    if (error instanceof OnceError) throw error;
    throw new ResultNotRecordedError(`action ${short(claim.key)} happened, and its result could not be recorded`, {
      key: claim.key,
      result: value,
      retryAfterMs: Math.max(claim.budgetMs, FAILED_RETRY_MS),
      cause: error,
    });
  }
}

async function recordFailure(execution: Execution<unknown>, thrown: unknown, proven: boolean): Promise<string | null> {
  const { db, claim, worker, recordLimitMs } = execution;
  const { phase, error } = describeError(thrown);
  const record = async <T>(statement: () => Promise<T>): Promise<T> =>
    retryStatement(statement, recordLimitMs).catch((cause: unknown) => {
      // Unrecorded it stays in flight, and the reaper finds it: nothing is claimed that is not known.
      throw new FailureNotRecordedError(`action ${short(claim.key)}: its failure could not be recorded`, {
        key: claim.key,
        failure: proven ? "did_not_happen" : "may_have_happened",
        retryAfterMs: Math.max(claim.budgetMs, FAILED_RETRY_MS),
        cause: new AggregateError([thrown, cause]),
      });
    });
  const answer = await record(() => failAction(db, claim, { proven, phase, error }));
  if (answer?.status === "succeeded") return readResult(db, claim.key);
  if (answer === null) {
    if (proven) await record(() => reportLateFailure(db, claim, error, worker));
    throw new ClaimLostError(`action ${short(claim.key)} was taken over before its attempt ended`, {
      key: claim.key,
      retryAfterMs: FAILED_RETRY_MS,
      cause: thrown,
    });
  }
  const failure = answer.proven ? "did_not_happen" : "may_have_happened";
  throw new ActionFailedError(
    `action ${short(claim.key)} ${answer.proven ? "did not happen" : "may have happened"}: ${messageOf(thrown)}`,
    { key: claim.key, failure, retryAfterMs: FAILED_RETRY_MS, cause: thrown },
  );
}
