import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";

const takenBack = z.object({ to: z.enum(["held", "failed"]) });

/** Races with the claim on this one row: whoever changes `status` first wins, the other finds nothing to change. */
export async function takeBackRelease(tx: Tx, key: string, requestId: string): Promise<{ to: string } | null> {
  const rows = await query(
    tx,
    takenBack,
    Prisma.sql`
      update action_log
      set status = case when attempt = 0 then 'held' else 'failed' end,
        completed_at = case when attempt = 0 then null else clock_timestamp() end,
        release_reason = null, release_request_id = null, released_at = null, release_expires_at = null,
        claimable_at = null, next_check_at = null, judged_attempt = attempt, revision = revision + 1
      where key = ${key} and status = 'released' and release_request_id = ${requestId}::uuid
      returning status as "to"`,
  );
  return rows[0] ?? null;
}
