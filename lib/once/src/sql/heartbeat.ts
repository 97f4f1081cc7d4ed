import { readBoolean } from "../db/row.ts";
import type { ActionLogDb } from "../types.ts";
import type { Held } from "./claim-released.ts";

// The deadline is not moved, and past it a heartbeat changes nothing: it would win over the reaper for ever.
const TEXT = `
update action_log set heartbeat_at = clock_timestamp(), revision = revision + 1
where key = $1 and claim_token = $2::uuid and attempt = $3::int and status = 'in_flight'
  and deadline_at > clock_timestamp()
returning late_attempt is not null as landed_before`;

/** `lost`: the claim is another's, or its time is over; `landed`: an earlier attempt has reported success meanwhile. */
export async function recordHeartbeat(db: ActionLogDb, claim: Held): Promise<"held" | "landed" | "lost"> {
  const [row] = await db.query({
    name: "notwice_heartbeat",
    text: TEXT,
    values: [claim.key, claim.token, claim.attempt],
  });
  if (row === undefined) return "lost";
  return readBoolean(row, "landed_before") ? "landed" : "held";
}
