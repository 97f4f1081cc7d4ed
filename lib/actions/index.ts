export type { ActionDetail } from "./contract.ts";
export { hiddenPaths, hiddenPathsReader } from "./hidden-paths.ts";
export { loadAction } from "./load-action.ts";
export { NOT_KNOWN, reached, type Reached, reachedText } from "./reached.ts";
export { readAction } from "./read-action.ts";
export { ACTION_COLUMNS, actionColumns } from "./sql/action-columns.ts";
export { CAME_BACK } from "./sql/came-back.ts";
export { dismissAction, dismissActions } from "./sql/dismiss-action.ts";
export { findIntent, isTaken, type StoredIntent } from "./sql/edits/find-intent.ts";
export { replaceAction } from "./sql/edits/replace-action.ts";
export {
  findDoubtfullyPreceded,
  hasDoubtfulPredecessor,
  PREDECESSOR,
  replaces,
  type Predecessor,
  predecessorSchema,
} from "./sql/find-predecessor.ts";
export { lockAction, lockActions, type LockedAction, peekActions } from "./sql/lock-action.ts";
export { recordAllAsHappened, recordAsHappened } from "./sql/record-as-happened.ts";
export { releaseAllApproved, releaseApproved } from "./sql/release-approved.ts";
export { reopenDismissed } from "./sql/reopen-dismissed.ts";
export { takeBackRelease, takeBackReleases } from "./sql/take-back-release.ts";
export { toActionRow } from "./to-action-row.ts";
export { listDuplicates } from "./list-duplicates.ts";
export { countDuplicates } from "./sql/duplicates/find-duplicates.ts";
