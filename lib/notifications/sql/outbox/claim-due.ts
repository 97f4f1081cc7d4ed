import { Prisma, prisma, query } from "#lib/db/index.ts";
import { OUTBOX_COLUMNS, outboxRow, type OutboxRow } from "./outbox-row.ts";

/** Before the second try, the third, …: eight tries over a little more than a day. The first outlasts any try. */
const PAUSES_SECONDS = [120, 300, 900, 3600, 10_800, 21_600, 43_200];
export const MAX_TRIES = PAUSES_SECONDS.length + 1;

/** What goes the same way: all mail, or one webhook's posts; or one message of it. */
export type Lane = { channel: "mail" | "webhook"; recipientId?: string; id?: string };

/**
 * Takes due messages by moving them to their next try before this one is made: no other reaper makes the same try. One
 * that dies before it says `sending` is made up for by the next.
 */
export async function claimDue(limit: number, lane: Lane): Promise<OutboxRow[]> {
  const { channel, recipientId = null, id = null } = lane;
  return query(
    prisma(),
    outboxRow,
    Prisma.sql`
      with due as materialized (
        select id from notification
        where state = 'due' and due_at <= now() and channel = ${channel}
          and (${recipientId}::text is null or recipient_id = ${recipientId}::text)
          and (${id}::uuid is null or id = ${id}::uuid)
        order by due_at
        limit ${limit}
        for update skip locked
      )
      update notification m
      set tries = m.tries + 1, due_at = clock_timestamp() + (1 + random() * 0.1) * make_interval(
        secs => (${PAUSES_SECONDS}::int[])[least(m.tries + 1, ${PAUSES_SECONDS.length}::int)])
      from due d
      where m.id = d.id and m.state = 'due' and m.due_at <= clock_timestamp()
      returning ${OUTBOX_COLUMNS}`,
  );
}
