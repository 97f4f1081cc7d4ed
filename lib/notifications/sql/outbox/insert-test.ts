import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import type { Lane } from "./claim-due.ts";

const inserted = z.object({ id: z.string() });

const PAUSE_SECONDS = 30;

/** Null within half a minute of the last one: a button is no way to fill somebody's channel. */
export async function insertTest(tx: Tx, { channel, recipientId }: Required<Omit<Lane, "id">>): Promise<string | null> {
  const rows = await query(
    tx,
    inserted,
    Prisma.sql`
      insert into notification (channel, recipient_id, event)
      select ${channel}, ${recipientId}, 'test'
      where not exists (
        select from notification m
        where m.recipient_id = ${recipientId} and m.event = 'test'
          and m.created_at > now() - make_interval(secs => ${PAUSE_SECONDS}::int))
      on conflict (channel, recipient_id, event, kind, answers) where state = 'due' and tries = 0 do nothing
      returning id::text as id`,
  );
  return rows[0]?.id ?? null;
}
