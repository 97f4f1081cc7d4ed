import { type ActionRow, shortKey } from "./contract.ts";
import type { ActionColumns } from "./sql/action-columns.ts";
import { summarise } from "./summarise.ts";

export function toActionRow(row: ActionColumns, hiddenPaths: readonly string[]): ActionRow {
  const { actionKey, kind, runId, step, target, status, failure, doubts, attempt, duplicate } = row;
  return {
    actionKey,
    shortKey: shortKey(actionKey),
    kind,
    runId,
    step,
    target,
    summary: summarise(row.summaryPayload, hiddenPaths),
    status,
    failure,
    doubts,
    attempt,
    duplicate,
  };
}
