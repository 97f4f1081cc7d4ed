import type { ActionLogDb } from "../types.ts";
import type { Held } from "./claim-released.ts";

/** Less than this share of an attempt's time is too little to begin in. */
const LEAST_SHARE_LEFT = 0.1;

// Repeated after a lost answer it finds its own mark, and still asks for the time that is left.
const TEXT = `
update action_log set effect_started_at = coalesce(effect_started_at, clock_timestamp()),
  revision = revision + 1
where key = $1 and claim_token = $2::uuid and attempt = $3::int and status = 'in_flight'
  and deadline_at - clock_timestamp() >= (deadline_at - attempted_at) * ${LEAST_SHARE_LEFT}
returning key`;

/** Marks the point of no return; false when the claim was taken over or too little of its time is left. */
export async function beginEffect(db: ActionLogDb, claim: Held): Promise<boolean> {
  const rows = await db.query({
    name: "notwice_begin",
    text: TEXT,
    values: [claim.key, claim.token, claim.attempt],
  });
  return rows.length > 0;
}
