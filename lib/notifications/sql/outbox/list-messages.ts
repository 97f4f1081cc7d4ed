import { z } from "zod";
import { type Db, Prisma, prisma, query } from "#lib/db/index.ts";
import { messageEventSchema, messageStateSchema, type Message } from "../../contract.ts";

const MAX_LISTED = 20;

const record = z.object({
  recipientId: z.string(),
  id: z.string(),
  event: messageEventSchema,
  kind: z.string(),
  count: z.number(),
  state: messageStateSchema,
  tries: z.number(),
  dueAt: z.date().nullable(),
  endedAt: z.date().nullable(),
  error: z.string().nullable(),
});

const COLUMNS = Prisma.sql`
  m.recipient_id as "recipientId", m.id::text as id, m.event, m.kind, m.count, m.state, m.tries,
  case when m.state = 'due' then m.due_at end as "dueAt", m.ended_at as "endedAt", m.error`;

/** The newest of each recipient. What there was no need to send is left out. */
export async function listMessages(
  db: Db,
  channel: "mail" | "webhook",
  recipientIds: readonly string[],
): Promise<ReadonlyMap<string, Message[]>> {
  const rows = await query(
    db,
    record,
    Prisma.sql`
      select ${COLUMNS}
      from unnest(${[...recipientIds]}::text[]) as r (id)
      cross join lateral (
        select * from notification
        where channel = ${channel} and recipient_id = r.id and state <> 'dropped'
        order by coalesce(ended_at, 'infinity') desc, created_at desc
        limit ${MAX_LISTED}) m`,
  );
  const byRecipient = Map.groupBy(rows, ({ recipientId }) => recipientId);
  return new Map([...byRecipient].map(([id, found]) => [id, found.map(toMessage)]));
}

export async function readMessage(id: string, db: Db = prisma()): Promise<Message | null> {
  const rows = await query(db, record, Prisma.sql`select ${COLUMNS} from notification m where m.id = ${id}::uuid`);
  return rows[0] ? toMessage(rows[0]) : null;
}

function toMessage({ recipientId: _recipient, dueAt, endedAt, ...message }: z.infer<typeof record>): Message {
  return { ...message, dueAt: dueAt?.toISOString() ?? null, endedAt: endedAt?.toISOString() ?? null };
}
