import { z } from "zod";
import { Prisma } from "#lib/db/index.ts";
import { messageEventSchema, messageStateSchema } from "../../contract.ts";

/** Of `notification m`. */
export const OUTBOX_COLUMNS = Prisma.sql`
  m.id::text as id, m.channel, m.recipient_id as "recipientId", m.event, m.kind, m.answers::text as answers, m.count,
  m.counts, m.oldest_at as "oldestAt", m.review_id::text as "reviewId", m.request_id::text as "requestId", m.state,
  m.tries, m.message_id as "messageId", m.told_risk as "toldRisk", clock_timestamp() as now`;

export const outboxRow = z.object({
  id: z.string(),
  channel: z.enum(["mail", "webhook"]),
  recipientId: z.string(),
  event: messageEventSchema,
  kind: z.string(),
  answers: z.string().nullable(),
  count: z.number(),
  counts: z.record(z.string(), z.coerce.number()),
  oldestAt: z.date().nullable(),
  reviewId: z.string().nullable(),
  requestId: z.string().nullable(),
  state: messageStateSchema,
  tries: z.number(),
  messageId: z.string().nullable(),
  toldRisk: z.string().nullable(),
  now: z.date(),
});
export type OutboxRow = z.infer<typeof outboxRow>;
