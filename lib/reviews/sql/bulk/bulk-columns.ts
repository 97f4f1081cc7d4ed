import { z } from "zod";
import { Prisma } from "#lib/db/index.ts";
import { requestTypeSchema } from "../../contract.ts";

/** Of `bulk_request b`. */
export const BULK_COLUMNS = Prisma.sql`
  b.id::text as id, b.form, b.type, b.state, b.requested_by as "requestedBy", b.reason, b.note, b.reference, b.filter,
  b.pace_seconds::float8 as "paceSeconds", b.requested_at as "frozenAt", b.asked_at as "askedAt",
  b.stopped_at as "stoppedAt", b.stopped_by as "stoppedBy", b.draft_key as "draftKey", b.ask_key as "askKey",
  b.ask_answer as "askAnswer", b.stop_answer as "stopAnswer"`;

export const bulkRecord = z.object({
  id: z.string(),
  form: z.enum(["ask", "sign"]),
  type: requestTypeSchema,
  state: z.enum(["draft", "pending", "stopped"]),
  requestedBy: z.string(),
  reason: z.string(),
  note: z.string().nullable(),
  reference: z.string().nullable(),
  filter: z.record(z.string(), z.unknown()),
  paceSeconds: z.number(),
  frozenAt: z.date(),
  askedAt: z.date().nullable(),
  stoppedAt: z.date().nullable(),
  stoppedBy: z.string().nullable(),
  draftKey: z.string().nullable(),
  askKey: z.string().nullable(),
  askAnswer: z.unknown(),
  stopAnswer: z.unknown(),
});
export type BulkRecord = z.infer<typeof bulkRecord>;
