import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import type { ListRunsInput, RunList, RunRow } from "./contract.ts";
import { findRunActions } from "./sql/find-run-actions.ts";
import { listOpenRuns, type OpenRun } from "./sql/list-open-runs.ts";
import { summariseRun } from "./summarise-run.ts";

/** Runs with open work, longest paused first; before them the one whose whole id was asked for, whatever its state. */
export async function listRuns(actor: Actor, input: ListRunsInput): Promise<RunList> {
  requirePermission(actor, "reviews.read");
  return transaction(async (tx) => {
    const { limit, kind, stuck, text } = input;
    const after = input.cursor === undefined ? null : Buffer.from(input.cursor, "base64url").toString();
    const named = after === null && text !== undefined ? await findNamed(tx, text, input) : [];
    const isOver = input.state === "done" || input.state === "stopped";
    const waits = input.state === undefined ? undefined : input.state === "paused";
    const open = isOver ? [] : await listOpenRuns(tx, { waits, kind, stuck, text }, { after, limit: limit + 1 });
    const page = open.slice(0, limit);
    const last = page.at(-1);
    return {
      items: [...named, ...page.filter(({ runId }) => !named.some((one) => one.runId === runId)).map(toRow)],
      isCapped: open[0]?.isCapped ?? false,
      nextCursor: open.length > limit && last ? Buffer.from(last.position).toString("base64url") : null,
      at: (open[0]?.now ?? new Date()).toISOString(),
    };
  });
}

async function findNamed(tx: Tx, runId: string, { state, kind, stuck }: ListRunsInput): Promise<RunRow[]> {
  const actions = await findRunActions(tx, runId);
  if (actions.length === 0) return [];
  const run = summariseRun(runId, actions);
  const isWanted =
    (state === undefined || run.state === state) &&
    (kind === undefined || actions.some((action) => action.kind === kind)) &&
    (stuck === undefined || run.stuck > 0 === stuck);
  return isWanted ? [run] : [];
}

function toRow(open: OpenRun): RunRow {
  const { runId, kinds, stuck, agent, actionKey, step, reviewId } = open;
  return {
    runId,
    state: open.waits ? "paused" : "running",
    agent,
    kinds,
    waiting: actionKey === null ? null : { step, actionKey, reviewId },
    stuck,
    pausedSince: open.pausedSince?.toISOString() ?? null,
    startedAt: open.startedAt?.toISOString() ?? null,
  };
}
