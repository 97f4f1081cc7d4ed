import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import type { SeenAction } from "./dismiss-action.ts";

export type Attestation = { requestId: string; by: string; reference: string };
export type Attested = SeenAction & { attestation: Attestation };

const recorded = z.object({ key: z.string(), settledAt: z.date() });
export type Recorded = z.infer<typeof recorded>;

/** A person's word stands as the result only where no worker's does: a success that came first keeps its own. */
export async function recordAllAsHappened(tx: Tx, attested: readonly Attested[]): Promise<Recorded[]> {
  return query(
    tx,
    recorded,
    Prisma.sql`
      with seen as materialized (
        select * from json_to_recordset(${JSON.stringify(attested)}::json)
          as s(key text, attempt int, "payloadHash" text, attestation jsonb)
      )
      update action_log a
      set status = 'succeeded', settled_by = 'attestation', failure = null, error = null,
        result = jsonb_build_object('attestation', s.attestation),
        completed_at = clock_timestamp(), next_check_at = null, revision = revision + 1
      from seen s
      where a.key = s.key and a.status = 'failed' and a.attempt = s.attempt
        and a.payload_hash is not distinct from s."payloadHash" and a.replaced_by is null
      returning a.key, a.completed_at as "settledAt"`,
  );
}

export async function recordAsHappened(tx: Tx, seen: SeenAction, attestation: Attestation): Promise<Recorded | null> {
  const { key, attempt, payloadHash } = seen;
  return (await recordAllAsHappened(tx, [{ key, attempt, payloadHash, attestation }]))[0] ?? null;
}
