import type { ActionLogDb } from "../types.ts";
import type { Held } from "./claim-released.ts";

const LATE_SUCCESS = `
select notwice_late_success($1, $2::int, $3::uuid, $4::jsonb, 'late_worker', $5) as answer`;

const LATE_FAILURE = `
select notwice_late_failure($1, $2::int, $3::uuid, $4::jsonb, $5) as answer`;

/** Says that an attempt no longer held did land. Never overwrites a newer attempt, and is never forgotten. */
export async function reportLateSuccess(db: ActionLogDb, claim: Held, result: string, worker: string): Promise<void> {
  await db.query({
    name: "notwice_late_success",
    text: LATE_SUCCESS,
    values: [claim.key, claim.attempt, claim.token, result, worker],
  });
}

/** Says that an attempt no longer held is proven to have done nothing. */
export async function reportLateFailure(db: ActionLogDb, claim: Held, error: string, worker: string): Promise<void> {
  await db.query({
    name: "notwice_late_failure",
    text: LATE_FAILURE,
    values: [claim.key, claim.attempt, claim.token, error, worker],
  });
}
