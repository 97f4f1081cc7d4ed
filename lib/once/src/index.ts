export { actionKey, type ActionKeyParts, payloadHash } from "./intent/action-key.ts";
export {
  ActionFailedError,
  ClaimLostError,
  DismissedError,
  FailureNotRecordedError,
  HeldError,
  InFlightError,
  NotClaimedError,
  NotExecuted,
  OnceError,
  PayloadMismatchError,
  ResultNotRecordedError,
  StepTakenError,
  WrongServerError,
} from "./errors.ts";
export { type ActionLog, type ActionLogOptions, openActionLog } from "./open-action-log.ts";
export type { Run, StepIntent } from "./open-run.ts";
export { classifyHttpError } from "./http/classify-http-error.ts";
export { classifySmtpError } from "./smtp/classify-smtp-error.ts";
export type { PgPool, Prepare } from "./db/pg-db.ts";
export type {
  ActionLogDb,
  AttemptOptions,
  Disposition,
  Effect,
  EffectContext,
  Failure,
  Intent,
  Json,
  PerformOptions,
  Statement,
  Veto,
} from "./types.ts";
export type { WorkOptions } from "./work-released.ts";
