import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import { findRequests } from "./find-requests.ts";
import type { RequestRecord } from "./request-columns.ts";

export type NewRequest = {
  reviewId: string;
  type: string;
  requestedBy: string;
  reason: string;
  note: string | undefined;
  reference: string | undefined;
  payloadHash: string | null;
  attempt: number;
  recovery: string;
  gate: string;
  signOffsNeeded: number;
  ttlSeconds: number;
  decisionKey?: string | undefined;
  bulk?: { id: string; position: number };
  /** Who made these bytes; without it, whoever did before. */
  editedBy?: string;
};

const inserted = z.object({ id: z.string() });

/**
 * Pending, or approved at once where nobody else has to sign. Whoever edited the bytes of an action stays named on
 * every request about it. A missing one: the decision key was used at the same moment for another review.
 */
export async function insertRequests(tx: Tx, requests: readonly NewRequest[]): Promise<RequestRecord[]> {
  const rows = await query(
    tx,
    inserted,
    Prisma.sql`
      insert into review_request (review_id, type, state, requested_by, reason, note, reference, payload_hash, attempt,
        recovery, gate, sign_offs_needed, requested_at, expires_at, idempotency_key, decided_at, decided_by, edited_by,
        bulk_request_id, bulk_position)
      select n."reviewId", n.type, case when n."signOffsNeeded" = 0 then 'approved' else 'pending' end,
        n."requestedBy", n.reason, n.note, n.reference, n."payloadHash", n.attempt, n.recovery, n.gate,
        n."signOffsNeeded", moment, moment + make_interval(secs => n."ttlSeconds"), n."decisionKey",
        case when n."signOffsNeeded" = 0 then moment end, case when n."signOffsNeeded" = 0 then n."requestedBy" end,
        coalesce(n."editedBy", (select max(earlier.edited_by) from review_request earlier
          where earlier.review_id = n."reviewId"), ''), (n.bulk ->> 'id')::uuid, (n.bulk ->> 'position')::int
      from (select clock_timestamp() as moment) made,
        json_to_recordset(${JSON.stringify(requests)}::json) as n("reviewId" uuid, type text, "requestedBy" text,
          reason text, note text, reference text, "payloadHash" text, attempt int, recovery text, gate text,
          "signOffsNeeded" int, "ttlSeconds" float8, "decisionKey" text, "editedBy" text, bulk json)
      on conflict on constraint review_request_idempotency_key do nothing
      returning id::text as id`,
  );
  return findRequests(
    tx,
    rows.map(({ id }) => id),
  );
}
