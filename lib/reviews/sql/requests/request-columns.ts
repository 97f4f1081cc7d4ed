import { z } from "zod";
import { Prisma } from "#lib/db/index.ts";
import { requestStateSchema, requestTypeSchema, verdictSchema } from "../../contract.ts";

/** Of `review_request q`, with its sign-offs in the order they were given. */
export const REQUEST_COLUMNS = Prisma.sql`
  q.id::text as id, q.review_id::text as "reviewId", q.type, q.state, q.requested_by as "requestedBy",
  q.edited_by as "editedBy", q.editors, q.reason, q.note, q.reference, q.payload_hash as "payloadHash", q.attempt, q.recovery,
  q.gate, coalesce(q.sign_offs_needed, 1) as "signOffsNeeded", q.requested_at as "requestedAt",
  q.expires_at as "expiresAt", q.expires_at <= clock_timestamp() as "isExpired", q.decided_at as "decidedAt",
  q.decided_by as "decidedBy", q.end_reason as "endReason", q.idempotency_key as "decisionKey",
  (select coalesce(json_agg(json_build_object('approverId', s.approver_id, 'verdict', s.verdict, 'note', s.note,
      'at', s.at, 'decisionKey', s.idempotency_key) order by s.at, s.id), '[]')
    from sign_off s where s.request_id = q.id) as "signOffs"`;

const signOffRecord = z.object({
  approverId: z.string(),
  verdict: verdictSchema,
  note: z.string().nullable(),
  at: z.coerce.date(),
  decisionKey: z.string().nullable(),
});

export const requestRecord = z.object({
  id: z.string(),
  reviewId: z.string(),
  type: requestTypeSchema,
  state: requestStateSchema,
  requestedBy: z.string(),
  editedBy: z.string(),
  /** Everyone who edited these bytes, or those of a version that the action replaces. */
  editors: z.array(z.string()),
  reason: z.string(),
  note: z.string().nullable(),
  reference: z.string().nullable(),
  payloadHash: z.string().nullable(),
  attempt: z.number().nullable(),
  recovery: z.string().nullable(),
  gate: z.string().nullable(),
  signOffsNeeded: z.number(),
  requestedAt: z.date(),
  expiresAt: z.date(),
  isExpired: z.boolean(),
  decidedAt: z.date().nullable(),
  decidedBy: z.string().nullable(),
  endReason: z.string().nullable(),
  decisionKey: z.string().nullable(),
  signOffs: z.array(signOffRecord),
});
export type RequestRecord = z.infer<typeof requestRecord>;
