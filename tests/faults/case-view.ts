import type { Pool } from "pg";

/** What is on record of an action, its attempts and its reviews: all that a fault could have falsified. */
export interface CaseView {
  status: string;
  attempt: number;
  failure: string | null;
  doubts: number;
  settledBy: string | null;
  lateAttempt: number | null;
  duplicate: string | null;
  /** How each attempt ended that is on record, `outcome` or `outcome/what it said late`. */
  attempts: string[];
  /** Each by its resolution, or by its state where it has none. */
  reviews: string[];
}

const CASES = `
  select a.run_id, a.status, a.attempt, a.failure, a.doubts, a.settled_by as "settledBy",
    a.late_attempt as "lateAttempt", a.duplicate,
    array(select concat_ws('/', t.outcome, t.late_outcome) from action_attempt t
      where t.action_key = a.key order by t.attempt, t.id) as attempts,
    array(select coalesce(v.resolution, v.state) from review v where v.action_key = a.key order by v.opened_at) as reviews
  from action_log a where a.run_id = any($1)`;

/** The cases of these runs, each of which has one action, by run. */
export async function viewCases(pool: Pool, runIds: string[]): Promise<Map<string, CaseView>> {
  const { rows } = await pool.query<CaseView & { run_id: string }>(CASES, [runIds]);
  return new Map(rows.map(({ run_id, ...view }) => [run_id, view]));
}

export async function viewCase(pool: Pool, runId: string): Promise<CaseView | undefined> {
  return (await viewCases(pool, [runId])).get(runId);
}

/** A case that went as if nothing had happened, but for what is given. */
export function caseView(over: Partial<CaseView> = {}): CaseView {
  const settledBy = (over.status ?? "succeeded") === "succeeded" ? "worker" : null;
  const nothing = { failure: null, doubts: 0, lateAttempt: null, duplicate: null, attempts: [], reviews: [] };
  return { status: "succeeded", attempt: 1, settledBy, ...nothing, ...over };
}
