import type { Pool } from "pg";
import type { ModelAction } from "./model.ts";

const STATE = `
  select a.*, a.deadline_at < clock_timestamp() as expired, (select count(*)::int from review v where v.action_key = a.key and v.state = 'open') as open_reviews,
    (select count(*)::int from review v where v.action_key = a.key and v.state = 'released') as released_reviews,
    (select count(*)::int from review v join review_request q on q.review_id = v.id
      where v.action_key = a.key and q.state = 'pending') as pending_requests
  from action_log a where a.run_id = any($1) order by array_position($1, a.run_id)`;

type Row = Record<string, unknown>;

/** The rows of the actions of a run, by run id; missing where nothing was claimed yet. */
export async function readRows(pool: Pool, runIds: string[]): Promise<(Row | undefined)[]> {
  const { rows } = await pool.query<Row>(STATE, [runIds]);
  return runIds.map((runId) => rows.find((row) => row["run_id"] === runId));
}

/** The part of a row that the model speaks of. */
export function viewRow(row: Row | undefined): unknown {
  if (row === undefined) return { status: "none" };
  return {
    status: row["status"],
    attempt: row["attempt"],
    doubts: row["doubts"],
    failure: row["failure"],
    judged: row["status"] === "failed" ? row["judged_attempt"] === row["attempt"] : null,
    lateAttempt: row["late_attempt"],
    duplicate: row["duplicate"],
    settledBy: row["settled_by"],
    releaseReason: row["status"] === "released" ? row["release_reason"] : null,
    result: resultAttempt(row["result"]),
    inFlight:
      row["status"] === "in_flight"
        ? { twoPhase: row["two_phase"], begun: row["effect_started_at"] !== null, expired: row["expired"] }
        : null,
    openReviews: row["open_reviews"],
    releasedReviews: row["released_reviews"],
    pendingRequests: row["pending_requests"],
    completed: row["completed_at"] !== null,
  };
}

export function viewModel(action: ModelAction): unknown {
  if (action.status === "none") return { status: "none" };
  const { status, attempt, doubts, failure, lateAttempt, duplicate, settledBy, releaseReason, result } = action;
  const failed = status === "failed";
  return {
    status,
    attempt,
    doubts,
    failure,
    judged: failed ? action.judged : null,
    lateAttempt,
    duplicate,
    settledBy,
    releaseReason: status === "released" ? releaseReason : null,
    result,
    inFlight: status === "in_flight" ? inFlight(action) : null,
    openReviews: status === "held" || (failed && action.judged) ? 1 : 0,
    releasedReviews: status === "released" && releaseReason === "approval" ? 1 : 0,
    pendingRequests: action.sendPending ? 1 : 0,
    completed: failed || status === "succeeded" || status === "dismissed",
  };
}

function inFlight({ attempts, expired }: ModelAction): unknown {
  const current = attempts.at(-1);
  return { twoPhase: current?.twoPhase, begun: current?.begun, expired };
}

function resultAttempt(result: unknown): number | null {
  return typeof result === "object" && result !== null && "attempt" in result ? Number(result.attempt) : null;
}
