import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";

const release = z.object({ claimableAt: z.date(), expiresAt: z.date() });
export type Release = z.infer<typeof release>;

export type SignedRelease = {
  key: string;
  attempt: number;
  payloadHash: string | null;
  requestId: string;
  holdSeconds: number;
  releaseTtlSeconds: number;
};

/** Gives back what was signed and nothing else: a claim, a settlement or an edit since then leaves no row to release. */
export async function releaseApproved(tx: Tx, signed: SignedRelease): Promise<Release | null> {
  const rows = await query(
    tx,
    release,
    Prisma.sql`
      with moment as materialized (
        select clock_timestamp() as at
      )
      update action_log a
      set status = 'released', release_reason = 'approval', release_request_id = ${signed.requestId}::uuid,
        released_at = moment.at,
        claimable_at = moment.at + make_interval(secs => ${signed.holdSeconds}::int),
        release_expires_at = moment.at
          + make_interval(secs => ${signed.holdSeconds}::int + ${signed.releaseTtlSeconds}::int),
        claim_token = null, completed_at = null, next_check_at = null, revision = revision + 1
      from moment
      where a.key = ${signed.key} and a.status in ('failed', 'held') and a.attempt = ${signed.attempt}::int
        and a.payload_hash is not distinct from ${signed.payloadHash}::text and a.replaced_by is null
      returning a.claimable_at as "claimableAt", a.release_expires_at as "expiresAt"`,
  );
  return rows[0] ?? null;
}
