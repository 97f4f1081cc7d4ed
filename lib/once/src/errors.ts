import type { Disposition, Failure } from "./types.ts";

/** Every refusal of the library; `disposition` tells a job queue what to do with the job. */
export abstract class OnceError extends Error {
  abstract readonly disposition: Disposition;
  readonly key: string | undefined;
  /** With `disposition: "retry"`: how long to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    detail: { key?: string | undefined; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = new.target.name;
    this.key = detail.key;
    this.retryAfterMs = detail.retryAfterMs;
  }
}

/** Someone else holds the claim, or the action waits for the clock: deliver the job again later. */
export class InFlightError extends OnceError {
  readonly disposition = "retry";
}

/** A person has to decide: set the job aside. Where nothing nudges the worker, ask again later. */
export class HeldError extends OnceError {
  readonly disposition: Disposition;

  constructor(message: string, detail: { key?: string; retryAfterMs?: number | undefined }) {
    super(message, detail);
    this.disposition = detail.retryAfterMs === undefined ? "park" : "retry";
  }
}

/** A person closed the action without its effect: forget the job. */
export class DismissedError extends OnceError {
  readonly disposition = "drop";
}

/** Another action already stands at this step of the run: the plan no longer matches the stored one. */
export class StepTakenError extends OnceError {
  readonly disposition = "park";
}

/** The same key was claimed with other bytes. */
export class PayloadMismatchError extends OnceError {
  readonly disposition = "park";
}

/** The claim is no longer this worker's, or too little of its time is left to begin. */
export class ClaimLostError extends OnceError {
  readonly disposition = "retry";
}

/** An attempt that ended without success: what is known of it. */
abstract class EndedAttemptError extends OnceError {
  readonly disposition = "retry";
  readonly failure: Failure;

  constructor(message: string, detail: { key: string; failure: Failure; retryAfterMs: number; cause: unknown }) {
    super(message, detail);
    this.failure = detail.failure;
  }
}

/** The attempt ended without success and is recorded so; `cause` is what the effect threw. */
export class ActionFailedError extends EndedAttemptError {}

/** The effect happened, and the database could not be told: `result` is what it returned. */
export class ResultNotRecordedError extends OnceError {
  readonly disposition = "retry";
  readonly result: unknown;

  constructor(message: string, detail: { key: string; result: unknown; retryAfterMs: number; cause: unknown }) {
    super(message, detail);
    this.result = detail.result;
  }
}

/** The database did not take the claim; nothing was executed. `cause` is the driver's error. */
export class NotClaimedError extends OnceError {
  readonly disposition = "retry";
}

/** The attempt ended without success, and the database could not be told; the reaper will find it. */
export class FailureNotRecordedError extends EndedAttemptError {}

/** The database cannot keep a claim: a standby, commits that may be forgotten, the wrong isolation level. */
export class WrongServerError extends OnceError {
  readonly disposition = "retry";
}

/** Thrown by an effect as proof that nothing happened outside. `permanent`: trying again is pointless. */
export class NotExecuted extends Error {
  readonly permanent: boolean;
  /** How far the attempt got, in the transport's own words. */
  readonly phase: string | undefined;
  readonly code: string | undefined;

  constructor(message: string, options: { permanent?: boolean; phase?: string; code?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "NotExecuted";
    this.permanent = options.permanent ?? false;
    this.phase = options.phase;
    this.code = options.code;
  }
}
