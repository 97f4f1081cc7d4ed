import type { ActionLogDb } from "../types.ts";
import type { Held } from "./claim-released.ts";

export interface StorableResult {
  /** JSON text; `null` where nothing could be stored. */
  json: string;
  /** Why the result is not stored. */
  omitted: string | null;
}

// Token and attempt: a report of an attempt that is no longer the row's finds nothing here and becomes a late one.
const TEXT = `
update action_log set status = 'succeeded', result = $4::jsonb, result_omitted = $5::text,
  settled_by = 'worker', completed_at = clock_timestamp(), revision = revision + 1,
  duplicate = case when duplicate = 'suspected' then 'confirmed' else duplicate end
where key = $1 and claim_token = $2::uuid and attempt = $3::int and status = 'in_flight'
returning key`;

/** Records the holder's success; false when the claim is another's by now. */
export async function succeedAction(db: ActionLogDb, claim: Held, result: StorableResult): Promise<boolean> {
  const rows = await db.query({
    name: "notwice_succeed",
    text: TEXT,
    values: [claim.key, claim.token, claim.attempt, result.json, result.omitted],
  });
  return rows.length > 0;
}
