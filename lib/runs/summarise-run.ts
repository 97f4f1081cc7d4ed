import type { RunDetail, RunRow, RunState, StepStanding } from "./contract.ts";
import type { RunActionRecord } from "./sql/find-run-actions.ts";

const OPEN = new Set(["held", "in_flight", "released", "failed"]);

/** What a run gets that comes to this action again. */
export function standingOf({ status, waitsSince }: Pick<RunActionRecord, "status" | "waitsSince">): StepStanding {
  switch (status) {
    case "succeeded":
      return "stored";
    case "released":
      return "executes";
    case "in_flight":
      return "worker";
    case "failed":
      return waitsSince === null ? "worker" : "person";
    case "held":
      return "person";
    case "dismissed":
      return "dropped";
    default:
      return "unknown";
  }
}

/** A run as its actions make it; they stand in order. */
export function summariseRun(runId: string, actions: readonly RunActionRecord[]): RunRow {
  const waiting = actions.filter(({ waitsSince }) => waitsSince !== null);
  const [longest] = waiting.toSorted((a, b) => Number(a.waitsSince) - Number(b.waitsSince));
  const started = actions.map(({ startedAt }) => startedAt).filter((at) => at !== null);
  const open = actions.filter(({ status }) => OPEN.has(status));
  return {
    runId,
    state: stateOf(actions),
    agent: actions.find(({ claimedBy }) => claimedBy !== null)?.claimedBy ?? null,
    kinds: [...new Set(open.map(({ kind }) => kind))].toSorted(),
    waiting: longest ? { step: longest.step, actionKey: longest.actionKey, reviewId: longest.reviewId } : null,
    stuck: waiting.filter(({ attempt }) => attempt > 0).length,
    pausedSince: longest?.waitsSince?.toISOString() ?? null,
    startedAt: started.toSorted((a, b) => Number(a) - Number(b))[0]?.toISOString() ?? null,
  };
}

function stateOf(actions: readonly RunActionRecord[]): RunState {
  const standings = actions.map(standingOf);
  if (standings.includes("person")) return "paused";
  if (standings.some((standing) => standing === "worker" || standing === "executes" || standing === "unknown")) {
    return "running";
  }
  return standings.includes("dropped") ? "stopped" : "done";
}

/** The first action that a resume does not pass with a stored result. */
export function nextOf(actions: readonly RunActionRecord[]): RunDetail["next"] {
  const next = actions.find(({ status }) => status !== "succeeded");
  return next ? { actionKey: next.actionKey, step: next.step, standing: standingOf(next) } : null;
}
