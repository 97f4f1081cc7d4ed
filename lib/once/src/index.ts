export { actionKey, type ActionKeyParts, payloadHash } from "./action-key.ts";
export {
  ActionFailedError,
  ClaimLostError,
  DismissedError,
  HeldError,
  InFlightError,
  NotExecuted,
  OnceError,
  PayloadMismatchError,
  ResultNotRecordedError,
  StepTakenError,
} from "./errors.ts";
export { type ActionLog, type ActionLogOptions, openActionLog } from "./open-action-log.ts";
export type { Run, StepIntent } from "./open-run.ts";
export type { Prepare } from "./pg-db.ts";
export type {
  ActionLogDb,
  Disposition,
  Effect,
  EffectContext,
  Failure,
  Intent,
  Json,
  PerformOptions,
  Statement,
} from "./types.ts";
export type { WorkOptions } from "./work-released.ts";
