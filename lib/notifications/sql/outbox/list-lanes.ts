import { z } from "zod";
import { Prisma, prisma, query } from "#lib/db/index.ts";
import type { Lane } from "./claim-due.ts";

const lane = z.object({ channel: z.enum(["mail", "webhook"]), recipientId: z.string().nullable() });

/** Each webhook is a way of its own: one that is slow or down keeps no other waiting, nor the mail. */
export async function listLanes(mailIsOn: boolean): Promise<Lane[]> {
  const rows = await query(
    prisma(),
    lane,
    Prisma.sql`
      select distinct channel, case channel when 'webhook' then recipient_id end as "recipientId"
      from notification
      where state = 'due' and due_at <= now() and (channel = 'webhook' or ${mailIsOn}::boolean)`,
  );
  return rows.map(({ channel, recipientId }) => ({ channel, ...(recipientId !== null && { recipientId }) }));
}
