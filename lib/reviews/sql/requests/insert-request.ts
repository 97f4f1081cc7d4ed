import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import { REQUEST_COLUMNS, type RequestRecord, requestRecord } from "./request-columns.ts";

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
  decisionKey: string | undefined;
};

const inserted = z.object({ id: z.string() });

/**
 * Pending, or approved at once where nobody else has to sign. Whoever edited the bytes of this action stays named on
 * every request about it. No row: the decision key was used at the same moment for another review.
 */
export async function insertRequest(tx: Tx, request: NewRequest): Promise<RequestRecord | null> {
  const rows = await query(
    tx,
    inserted,
    Prisma.sql`
      insert into review_request (review_id, type, state, requested_by, reason, note, reference, payload_hash, attempt,
        recovery, gate, sign_offs_needed, requested_at, expires_at, idempotency_key, decided_at, decided_by, edited_by)
      select ${request.reviewId}::uuid, ${request.type}, case when needed = 0 then 'approved' else 'pending' end,
        ${request.requestedBy}, ${request.reason}, ${request.note ?? null}::text, ${request.reference ?? null}::text,
        ${request.payloadHash}::text, ${request.attempt}::int, ${request.recovery}, ${request.gate}, needed,
        moment, moment + make_interval(secs => ${request.ttlSeconds}::int), ${request.decisionKey ?? null}::text,
        case when needed = 0 then moment end, case when needed = 0 then ${request.requestedBy} end,
        coalesce((select max(earlier.edited_by) from review_request earlier
          where earlier.review_id = ${request.reviewId}::uuid), '')
      from (select clock_timestamp() as moment, ${request.signOffsNeeded}::int as needed) made
      on conflict on constraint review_request_idempotency_key do nothing
      returning id::text as id`,
  );
  const id = rows[0]?.id;
  if (id === undefined) return null;
  const records = await query(
    tx,
    requestRecord,
    Prisma.sql`select ${REQUEST_COLUMNS} from review_request q where q.id = ${id}::uuid`,
  );
  return records[0] ?? null;
}
