import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";

const reopened = z.object({ to: z.enum(["held", "failed"]) });

/** A late success since the dismissal has settled the row; a replaced one lives on in its replacement. Neither reopens. */
export async function reopenDismissed(tx: Tx, key: string): Promise<{ to: string } | null> {
  const rows = await query(
    tx,
    reopened,
    Prisma.sql`
      update action_log
      set status = case when attempt = 0 then 'held' else 'failed' end,
        completed_at = case when attempt = 0 then null else clock_timestamp() end,
        release_reason = null, release_request_id = null, released_at = null, release_expires_at = null,
        claimable_at = null, next_check_at = null, judged_attempt = attempt, revision = revision + 1
      where key = ${key} and status = 'dismissed' and replaced_by is null
      returning status as "to"`,
  );
  return rows[0] ?? null;
}
