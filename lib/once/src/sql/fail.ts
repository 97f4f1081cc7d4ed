import { readBoolean, readText } from "../db/row.ts";
import type { ActionLogDb } from "../types.ts";
import type { Held } from "./claim-released.ts";

export interface FailureReport {
  /** The effect's own proof that nothing happened; without it the attempt is a doubt. */
  proven: boolean;
  phase: string | null;
  /** JSON text: name, message, code, phase, permanent. */
  error: string;
}

/** Told that an earlier attempt landed, the row ends succeeded with that result, whatever this one did. */
export interface FailAnswer {
  status: string;
  proven: boolean;
}

// Before begin() has committed nothing can have happened: that is proof, whatever was thrown. `failure` speaks
// for the whole action, so one attempt's proof counts only while no other attempt is in doubt. Repeated after a lost
// answer it finds what it recorded, and is not taken for the report of a claim that was lost.
const TEXT = `
with was as materialized (
  select key, ($4::boolean or (two_phase and effect_started_at is null)) as proven
  from action_log
  where key = $1 and claim_token = $2::uuid and attempt = $3::int and status = 'in_flight'
  for update
),
failed as (
  update action_log a set
    status = case when a.late_attempt is null then 'failed' else 'succeeded' end,
    failure = case when a.late_attempt is not null then null
      when was.proven and a.doubts = 0 then 'did_not_happen' else 'may_have_happened' end,
    doubts = a.doubts + case when was.proven then 0 else 1 end,
    error = case when a.late_attempt is null then $6::jsonb end,
    result = case when a.late_attempt is null then null else (
      select t.late_result from action_attempt t
      where t.action_key = a.key and t.attempt = a.late_attempt and t.late_outcome = 'landed' limit 1) end,
    settled_by = case when a.late_attempt is null then null
      when exists (
        select from action_attempt t
        where t.action_key = a.key and t.attempt = a.late_attempt and t.late_outcome = 'landed')
      then 'late_worker' else 'verification' end,
    duplicate = case when was.proven and a.duplicate = 'suspected' then null else a.duplicate end,
    completed_at = clock_timestamp(), revision = a.revision + 1
  from was
  where a.key = was.key and a.claim_token = $2::uuid and a.attempt = $3::int and a.status = 'in_flight'
  returning a.*, was.proven
),
ended as (
  insert into action_attempt (action_key, attempt, claim_token, claimed_by, attempted_at, deadline_at,
    effect_started_at, ended_by, phase, outcome, error)
  select key, attempt, claim_token, claimed_by, attempted_at, deadline_at, effect_started_at, 'worker',
    $5::text, case when proven then 'did_not_happen' else 'may_have_happened' end, $6::jsonb
  from failed
)
select status, proven from failed
union all
select case a.status when 'succeeded' then a.status else 'failed' end, t.outcome = 'did_not_happen'
from action_attempt t join action_log a on a.key = t.action_key
where t.action_key = $1 and t.claim_token = $2::uuid and t.attempt = $3::int and t.ended_by = 'worker'`;

/** Records the holder's failure; null when the claim is another's by now. */
export async function failAction(db: ActionLogDb, claim: Held, report: FailureReport): Promise<FailAnswer | null> {
  const [row] = await db.query({
    name: "notwice_fail",
    text: TEXT,
    values: [claim.key, claim.token, claim.attempt, report.proven, report.phase, report.error],
  });
  if (row === undefined) return null;
  return { status: readText(row, "status"), proven: readBoolean(row, "proven") };
}
