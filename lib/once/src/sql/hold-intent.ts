import type { ActionLogDb } from "../types.ts";
import type { NewClaim } from "./claim-new.ts";
import { withRule } from "./rule.ts";

const TEXT = `
with ${withRule("$3")},
held as (
  insert into action_log (key, run_id, kind, status, step, target, payload_hash, payload, attempt)
  select $1, $2, $3, 'held', $4::int, $5::text, $6::text, $7::text, 0
  from rule where rule.gate = 'before_send'
  on conflict do nothing
  returning key, payload_hash
),
opened as (
  insert into review (action_key, attempt, cause, reason)
  select key, 0, 'gated', 'This kind is signed before its first send.' from held
  returning id, action_key
),
requested as (
  insert into review_request (review_id, type, requested_by, reason, payload_hash, expires_at, attempt,
    recovery, gate, sign_offs_needed)
  select opened.id, 'send', 'worker:' || $8::text, 'first send of a gated kind', held.payload_hash,
    clock_timestamp() + rule.request_ttl_seconds * interval '1 second', 0, rule.recovery, rule.gate,
    rule.sign_offs_needed
  from opened cross join rule join held on held.key = opened.action_key
  returning id
),
audited as (
  insert into audit_log (actor_type, actor_id, action, subject_type, subject_id, detail)
  select 'worker', $8::text, 'request.created', 'request', requested.id::text,
    jsonb_build_object('type', 'send', 'action_key', held.key)
  from requested cross join held
)
select key from held`;

/** Stores the intent of a gated kind with its review and its request, all or nothing; false if it stood already. */
export async function holdIntent(db: ActionLogDb, intent: NewClaim): Promise<boolean> {
  const { key, runId, kind, step, target, payloadHash, payload, worker } = intent;
  const rows = await db.query({
    name: "notwice_hold_intent",
    text: TEXT,
    values: [key, runId, kind, step, target, payloadHash, payload, worker],
  });
  return rows.length > 0;
}
