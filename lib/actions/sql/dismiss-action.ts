import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";

export type SeenAction = { key: string; attempt: number; payloadHash: string | null };

const dismissed = z.object({ from: z.string() });

/** A late success that came first has settled the row, and a settled row is never dismissed. */
export async function dismissAction(tx: Tx, seen: SeenAction): Promise<{ from: string } | null> {
  const rows = await query(
    tx,
    dismissed,
    Prisma.sql`
      update action_log
      set status = 'dismissed', completed_at = clock_timestamp(), next_check_at = null, revision = revision + 1
      where key = ${seen.key} and status in ('failed', 'held') and attempt = ${seen.attempt}::int
        and payload_hash is not distinct from ${seen.payloadHash}::text and replaced_by is null
      returning case when attempt = 0 then 'held' else 'failed' end as "from"`,
  );
  return rows[0] ?? null;
}
