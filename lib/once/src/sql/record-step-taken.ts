import type { ActionLogDb } from "../types.ts";

// Redelivery repeats the refusal; one row tells of it.
const TEXT = `
insert into audit_log (actor_type, actor_id, action, subject_type, subject_id, detail)
select 'worker', $3::text, 'action.step_taken', 'action', $1::text, jsonb_build_object('refused_key', $2::text)
where not exists (
  select from audit_log
  where subject_type = 'action' and subject_id = $1 and action = 'action.step_taken'
    and detail = jsonb_build_object('refused_key', $2::text))`;

/** Leaves an incident for the desk: a run came back with another action for a step that has one. */
export async function recordStepTaken(db: ActionLogDb, owner: string, refused: string, worker: string): Promise<void> {
  await db.query({ name: "notwice_step_taken", text: TEXT, values: [owner, refused, worker] });
}
