import { z } from "zod";
import { Prisma, prisma, query } from "#lib/db/index.ts";
import { messageEventSchema } from "../../contract.ts";
import type { OutboxRow } from "./outbox-row.ts";

const earlier = z.object({
  event: messageEventSchema,
  messageId: z.string(),
  toldRisk: z.string().nullable(),
  sentAt: z.date(),
});
export type EarlierMail = z.infer<typeof earlier>;

/** The mails that this person got about this one request, oldest first. */
export async function findThread({ id, recipientId, requestId }: OutboxRow): Promise<EarlierMail[]> {
  if (requestId === null) return [];
  return query(
    prisma(),
    earlier,
    Prisma.sql`
      select m.event, m.message_id as "messageId", m.told_risk as "toldRisk", m.sending_at as "sentAt"
      from notification m
      where m.request_id = ${requestId}::uuid and m.recipient_id = ${recipientId} and m.channel = 'mail'
        and m.count = 1 and m.id <> ${id}::uuid and m.message_id is not null and m.state in ('sent', 'in_doubt')
      order by m.sending_at`,
  );
}
