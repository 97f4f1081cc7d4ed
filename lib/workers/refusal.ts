import {
  ActionFailedError,
  ClaimLostError,
  DismissedError,
  HeldError,
  InFlightError,
  OnceError,
  PayloadMismatchError,
  StepTakenError,
} from "@notwice/once";
import { AppError, type ErrorCode, type ErrorFacts } from "../errors.ts";

/** Runs a step; whatever the library throws is answered under its own name, with its disposition. */
export async function answering<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof OnceError) throw toRefusal(error);
    throw badInput(error) ?? error;
  }
}

function toRefusal(error: OnceError): AppError {
  if (error instanceof HeldError) return refusal("held", error);
  if (error instanceof DismissedError) return refusal("dismissed", error);
  if (error instanceof StepTakenError) return refusal("step_taken", error);
  if (error instanceof PayloadMismatchError) return refusal("payload_mismatch", error);
  if (error instanceof ClaimLostError) return refusal("claim_lost", error);
  if (error instanceof ActionFailedError) return refusal("action_failed", error, { failure: error.failure });
  if (error instanceof InFlightError) return refusal("in_flight", error);
  // NotClaimedError, ResultNotRecordedError, FailureNotRecordedError, WrongServerError: the database has not answered.
  return refusal("unavailable", error);
}

function refusal(code: ErrorCode, error: OnceError, facts: ErrorFacts = {}): AppError {
  const { name, key, disposition, retryAfterMs, message } = error;
  const retryAfter = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1000);
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  return new AppError(code, sentence, { error: name, key, disposition, retryAfter, ...facts }, { cause: error });
}

/** The library names the field before a colon. */
function badInput(error: unknown): AppError | null {
  const [, field] = (error instanceof TypeError && /^([a-zA-Z]+)[^:]*: /.exec(error.message)) || [];
  if (!(error instanceof TypeError) || field === undefined) return null;
  return new AppError("invalid_input", `${error.message}.`, { field }, { cause: error });
}
