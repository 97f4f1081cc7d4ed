import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import type { SeenAction } from "./dismiss-action.ts";

export type Attestation = { requestId: string; by: string; reference: string };

const recorded = z.object({ settledAt: z.date() });

/** A person's word stands as the result only where no worker's does: a success that came first keeps its own. */
export async function recordAsHappened(
  tx: Tx,
  seen: SeenAction,
  attestation: Attestation,
): Promise<{ settledAt: Date } | null> {
  const rows = await query(
    tx,
    recorded,
    Prisma.sql`
      update action_log
      set status = 'succeeded', settled_by = 'attestation', failure = null, error = null,
        result = jsonb_build_object('attestation', ${JSON.stringify(attestation)}::jsonb),
        completed_at = clock_timestamp(), next_check_at = null, revision = revision + 1
      where key = ${seen.key} and status = 'failed' and attempt = ${seen.attempt}::int
        and payload_hash is not distinct from ${seen.payloadHash}::text and replaced_by is null
      returning completed_at as "settledAt"`,
  );
  return rows[0] ?? null;
}
