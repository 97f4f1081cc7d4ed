import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import type { SeenAction } from "../dismiss-action.ts";

export type NewVersion = { key: string; target: string; payload: string; payloadHash: string };

const replaced = z.object({ key: z.string() });

/**
 * Dismisses an action in favour of an edited one, which is held. One statement, because the step of the run belongs to
 * one of them at every moment: the new row finds it free only once the old one has let go. No row: the old one was
 * settled, released or edited first, or the new key is another row's, and then the caller has to roll back.
 */
export async function replaceAction(tx: Tx, seen: SeenAction, version: NewVersion): Promise<boolean> {
  const rows = await query(
    tx,
    replaced,
    Prisma.sql`
      with replaced as (
        update action_log
        set status = 'dismissed', replaced_by = ${version.key}, completed_at = clock_timestamp(), next_check_at = null,
          revision = revision + 1
        where key = ${seen.key} and status in ('failed', 'held') and attempt = ${seen.attempt}::int
          and payload_hash is not distinct from ${seen.payloadHash}::text and replaced_by is null
        returning run_id, step, kind
      )
      insert into action_log (key, run_id, kind, status, step, target, payload, payload_hash, attempt)
      select ${version.key}, replaced.run_id, replaced.kind, 'held', replaced.step, ${version.target},
        ${version.payload}, ${version.payloadHash}, 0
      from replaced
      on conflict do nothing
      returning key`,
  );
  return rows.length > 0;
}
