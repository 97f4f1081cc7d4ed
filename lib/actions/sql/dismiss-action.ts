import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";

export type SeenAction = { key: string; attempt: number; payloadHash: string | null };

const dismissed = z.object({ key: z.string(), from: z.string() });
export type Dismissed = z.infer<typeof dismissed>;

/** A late success that came first has settled the row, and a settled row is never dismissed. */
export async function dismissActions(tx: Tx, seen: readonly SeenAction[]): Promise<Dismissed[]> {
  return query(
    tx,
    dismissed,
    Prisma.sql`
      with seen as materialized (
        select * from json_to_recordset(${JSON.stringify(seen)}::json) as s(key text, attempt int, "payloadHash" text)
      )
      update action_log a
      set status = 'dismissed', completed_at = clock_timestamp(), next_check_at = null, revision = revision + 1
      from seen s
      where a.key = s.key and a.status in ('failed', 'held') and a.attempt = s.attempt
        and a.payload_hash is not distinct from s."payloadHash" and a.replaced_by is null
      returning a.key, case when a.attempt = 0 then 'held' else 'failed' end as "from"`,
  );
}

export async function dismissAction(tx: Tx, seen: SeenAction): Promise<Dismissed | null> {
  return (await dismissActions(tx, [seen]))[0] ?? null;
}
