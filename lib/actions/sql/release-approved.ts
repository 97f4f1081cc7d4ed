import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";

const release = z.object({ key: z.string(), claimableAt: z.date(), expiresAt: z.date() });
export type Release = z.infer<typeof release>;

export type SignedRelease = {
  key: string;
  attempt: number;
  payloadHash: string | null;
  requestId: string;
  holdSeconds: number;
  releaseTtlSeconds: number;
};

/**
 * Gives back what was signed and nothing else: a claim, a settlement or an edit since then leaves no row to release.
 * One statement for a whole set, one moment for all of it: each becomes claimable `paceSeconds` after the one before.
 */
export async function releaseAllApproved(
  tx: Tx,
  signed: readonly SignedRelease[],
  paceSeconds = 0,
): Promise<Release[]> {
  const paced = signed.map((one, place) => ({ ...one, waitSeconds: one.holdSeconds + place * paceSeconds }));
  return query(
    tx,
    release,
    Prisma.sql`
      with moment as materialized (
        select clock_timestamp() as at
      ),
      signed as materialized (
        select * from json_to_recordset(${JSON.stringify(paced)}::json) as s(
          key text, attempt int, "payloadHash" text, "requestId" uuid, "waitSeconds" float8, "releaseTtlSeconds" float8)
      )
      update action_log a
      set status = 'released', release_reason = 'approval', release_request_id = s."requestId",
        released_at = moment.at,
        claimable_at = moment.at + make_interval(secs => s."waitSeconds"),
        release_expires_at = moment.at + make_interval(secs => s."waitSeconds" + s."releaseTtlSeconds"),
        claim_token = null, completed_at = null, next_check_at = null, revision = revision + 1
      from moment, signed s
      where a.key = s.key and a.status in ('failed', 'held') and a.attempt = s.attempt
        and a.payload_hash is not distinct from s."payloadHash" and a.replaced_by is null
      returning a.key, a.claimable_at as "claimableAt", a.release_expires_at as "expiresAt"`,
  );
}

export async function releaseApproved(tx: Tx, signed: SignedRelease): Promise<Release | null> {
  return (await releaseAllApproved(tx, [signed]))[0] ?? null;
}
