import type { Db } from "#lib/db/index.ts";
import { type ActionDetail, type RunStep, shortKey } from "./contract.ts";
import type { HiddenPathsOf } from "./hidden-paths.ts";
import { findVersionAfter, findVersionBefore, type VersionRecord } from "./sql/edits/find-versions.ts";
import { type ActionRecord, findAction } from "./sql/find-action.ts";
import { listAttempts } from "./sql/list-attempts.ts";
import { listRunSteps } from "./sql/list-run-steps.ts";
import { toActionRow } from "./to-action-row.ts";
import { toAttempts } from "./to-attempts.ts";
import { viewPayload } from "./view-payload.ts";

/** All there is to see of an action. `hiddenPathsOf` says what of a kind's payload this viewer may not. */
export async function loadAction(tx: Db, key: string, hiddenPathsOf: HiddenPathsOf): Promise<ActionDetail | null> {
  const action = await findAction(tx, key);
  if (action === null) return null;
  const hiddenPaths = await hiddenPathsOf(action.kind);
  const attempts = toAttempts(action, await listAttempts(tx, key));
  return {
    ...toActionRow({ ...action, summaryPayload: action.payload }, hiddenPaths),
    attemptedAt: action.attemptedAt?.toISOString() ?? null,
    firstAttemptedAt: action.firstAttemptedAt?.toISOString() ?? null,
    completedAt: action.completedAt?.toISOString() ?? null,
    deadlineAt: action.deadlineAt?.toISOString() ?? null,
    claimedBy: action.claimedBy,
    twoPhase: action.twoPhase,
    settledBy: action.settledBy,
    result: action.result ?? null,
    resultOmitted: action.resultOmitted,
    lateAttempt: action.lateAttempt,
    release: releaseOf(action),
    replacedBy: action.replacedBy,
    ...(await loadVersions(tx, action, hiddenPaths)),
    payload: viewPayload(action, hiddenPaths),
    attempts,
    runSteps: await loadRunSteps(tx, action, hiddenPathsOf),
  };
}

async function loadVersions(
  tx: Db,
  { actionKey, replacedBy }: ActionRecord,
  hiddenPaths: readonly string[],
): Promise<Pick<ActionDetail, "replaces" | "replacement">> {
  const before = await findVersionBefore(tx, actionKey);
  const after = await findVersionAfter(tx, replacedBy);
  return {
    replaces: before && { ...versionOf(before), target: before.target, payload: viewPayload(before, hiddenPaths) },
    replacement: after && versionOf(after),
  };
}

function versionOf({ actionKey, reviewId, status }: VersionRecord): NonNullable<ActionDetail["replacement"]> {
  return { actionKey, shortKey: shortKey(actionKey), reviewId, status };
}

async function loadRunSteps(tx: Db, action: ActionRecord, hiddenPathsOf: HiddenPathsOf): Promise<RunStep[]> {
  if (action.step === null) return [];
  const rows = await listRunSteps(tx, action.runId, action.step);
  const steps: RunStep[] = [];
  for (const row of rows) {
    steps.push({
      ...toActionRow(row, await hiddenPathsOf(row.kind)),
      attemptedAt: row.attemptedAt?.toISOString() ?? null,
      completedAt: row.completedAt?.toISOString() ?? null,
      reviewId: row.reviewId,
      isThis: row.actionKey === action.actionKey,
    });
  }
  return steps;
}

function releaseOf(action: ActionRecord): ActionDetail["release"] {
  const { releaseReason, releasedAt } = action;
  if (releaseReason === null || releasedAt === null) return null;
  return {
    reason: releaseReason,
    requestId: action.releaseRequestId,
    releasedAt: releasedAt.toISOString(),
    claimableAt: action.claimableAt?.toISOString() ?? null,
    expiresAt: action.releaseExpiresAt?.toISOString() ?? null,
  };
}
