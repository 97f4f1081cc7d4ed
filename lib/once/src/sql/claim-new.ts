import { startClock } from "../attempt/start-clock.ts";
import type { ActionLogDb } from "../types.ts";
import { type ActionState, readActionState, readRule, type Rule } from "./action-state.ts";
import { claimedBy, deadline, stateColumns, withRule } from "./rule.ts";

export interface NewClaim {
  key: string;
  runId: string;
  kind: string;
  step: number | null;
  target: string | null;
  payloadHash: string | null;
  payload: string | null;
  token: string;
  worker: string;
  timeoutMs: number | null;
  twoPhase: boolean;
  heartbeatMs: number | null;
}

/** `state` is null when no action is visible under the key: gated, paused, its step taken, or a race. */
export interface ClaimAnswer {
  rule: Rule;
  state: ActionState | null;
}

const MINE = claimedBy("$8");

const TEXT = `
with ${withRule("$3")},
claimed as (
  insert into action_log (key, run_id, kind, status, step, target, payload_hash, payload, claim_token,
    claimed_by, attempted_at, first_attempted_at, deadline_at, two_phase, heartbeat_every_ms)
  select $1, $2, $3, 'in_flight', $4::int, $5::text, $6::text, $7::text, $8::uuid,
    $9::text, clock_timestamp(), clock_timestamp(), ${deadline("$10")}, $11::boolean, $12::int
  from rule where rule.gate = 'never' and not rule.paused
  on conflict do nothing
  returning *
)
select ${stateColumns("true", "null::text")}
from claimed a cross join rule
union all
select ${stateColumns(MINE, `case when ${MINE} then a.payload end`)}
from rule left join action_log a on a.key = $1
where not exists (select from claimed)`;

/**
 * Claims a new action, or reads the one that stands under its key: the unique indexes decide, in one statement.
 * A row committed by another while this statement ran is invisible to it: ask again.
 */
export async function claimNew(db: ActionLogDb, claim: NewClaim): Promise<ClaimAnswer> {
  const elapsedMs = startClock();
  const rows = await db.query({
    name: "notwice_claim_new",
    text: TEXT,
    values: [
      claim.key,
      claim.runId,
      claim.kind,
      claim.step,
      claim.target,
      claim.payloadHash,
      claim.payload,
      claim.token,
      claim.worker,
      claim.timeoutMs,
      claim.twoPhase,
      claim.heartbeatMs,
    ],
  });
  const [row] = rows;
  if (row === undefined) throw new Error("the claim statement returned no row");
  return { rule: readRule(row), state: row.key === null ? null : readActionState(row, elapsedMs()) };
}
