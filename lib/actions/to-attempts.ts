import type { Attempt } from "./contract.ts";
import { type AttemptTraces, reached } from "./reached.ts";
import type { ActionRecord } from "./sql/find-action.ts";
import type { AttemptRecord } from "./sql/list-attempts.ts";

/** Every attempt, oldest first. The newest has a row of its own only if it ended in anything but plain success. */
export function toAttempts(action: ActionRecord, ended: readonly AttemptRecord[]): Attempt[] {
  const attempts = ended.map(toAttempt);
  const isRecorded = ended.some(({ attempt }) => attempt === action.attempt);
  return action.attempt === 0 || isRecorded ? attempts : [...attempts, newestAttempt(action)];
}

function toAttempt(row: AttemptRecord): Attempt {
  return {
    attempt: row.attempt,
    worker: row.claimedBy,
    startedAt: row.attemptedAt?.toISOString() ?? null,
    deadlineAt: row.deadlineAt?.toISOString() ?? null,
    effectStartedAt: row.effectStartedAt?.toISOString() ?? null,
    endedAt: row.endedAt.toISOString(),
    endedBy: row.endedBy,
    phase: row.phase,
    ...signs(row),
    outcome: row.outcome,
    errorMessage: errorMessage(row.error),
    error: row.error ?? null,
    late:
      row.lateOutcome && row.lateAt
        ? { outcome: row.lateOutcome, at: row.lateAt.toISOString(), error: row.lateError ?? null }
        : null,
  };
}

function newestAttempt(action: ActionRecord): Attempt {
  const outcome = outcomeOf(action.status);
  return {
    attempt: action.attempt,
    worker: action.claimedBy,
    startedAt: action.attemptedAt?.toISOString() ?? null,
    deadlineAt: action.deadlineAt?.toISOString() ?? null,
    effectStartedAt: action.effectStartedAt?.toISOString() ?? null,
    endedAt: action.completedAt?.toISOString() ?? null,
    endedBy: null,
    phase: null,
    ...signs({ phase: null, effectStartedAt: action.effectStartedAt, outcome }),
    outcome,
    errorMessage: errorMessage(action.error),
    error: action.error ?? null,
    late: null,
  };
}

function signs(traces: AttemptTraces): Pick<Attempt, "trace" | "reached"> {
  const { trace, text } = reached(traces);
  return { trace, reached: text };
}

function outcomeOf(status: string): Attempt["outcome"] {
  if (status === "in_flight") return "running";
  return status === "succeeded" ? "succeeded" : "not_recorded";
}

function errorMessage(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("message" in error)) return null;
  return typeof error.message === "string" ? error.message : null;
}
