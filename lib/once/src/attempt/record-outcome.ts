import { readResult, short } from "../claim/claim-action.ts";
import { errorCode } from "../db/pg-db.ts";
import {
  ActionFailedError,
  ClaimLostError,
  FailureNotRecordedError,
  OnceError,
  ResultNotRecordedError,
} from "../errors.ts";
import type { Held } from "../sql/claim-released.ts";
import { failAction } from "../sql/fail.ts";
import { reportLateFailure, reportLateSuccess } from "../sql/late-report.ts";
import { type StorableResult, succeedAction } from "../sql/succeed.ts";
import type { ActionLogDb } from "../types.ts";
import { describeError, messageOf } from "./describe-error.ts";
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

/** An attempt that has ended, by whoever holds it or held it. */
export interface EndedAttempt extends Holder {
  claim: Held & { budgetMs: number };
}

/**
 * Records that the effect happened, whatever it returned: no fault of ours may record a failure.
 * @returns the stored result as JSON text, which is another attempt's where that one was first.
 */
export async function recordSuccess(ended: EndedAttempt, value: unknown): Promise<string | null> {
  return storeResult(ended, serialiseResult(value), value);
}

async function storeResult(ended: EndedAttempt, result: StorableResult, value: unknown): Promise<string | null> {
  const { db, claim, worker, recordLimitMs } = ended;
  try {
    return await retryStatement(async () => {
      if (await succeedAction(db, claim, result)) return result.json;
      await reportLateSuccess(db, claim, result.json, worker);
      return readResult(db, claim.key);
    }, recordLimitMs);
  } catch (error) {
    // jsonb refuses what JSON allows (NUL, a lone surrogate, a number beyond numeric): the success still counts.
    if (errorCode(error).startsWith("22") && result.omitted === null) {
      return storeResult(ended, omittedResult(`not storable: ${errorCode(error)}`), value);
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

/**
 * Records that the effect did not succeed; `proven`: nothing happened.
 * @returns the stored result of an earlier attempt that landed; otherwise throws what became of this one.
 */
export async function recordFailure(ended: EndedAttempt, thrown: unknown, proven: boolean): Promise<string | null> {
  const { db, claim, worker, recordLimitMs } = ended;
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
