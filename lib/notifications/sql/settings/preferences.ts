import { z } from "zod";
import { type Db, Prisma, query, type Tx } from "#lib/db/index.ts";
import {
  type Delivery,
  deliverySchema,
  eventSchema,
  type NotificationEvent,
  type Preferences,
} from "../../contract.ts";

const chosen = z.object({ event: eventSchema.or(z.string()), delivery: deliverySchema });

/** What the person has chosen; the rest is as the default is. */
export async function findPreferences(db: Db, userId: string): Promise<Partial<Preferences>> {
  const rows = await query(
    db,
    chosen,
    Prisma.sql`select event, delivery from notification_preference where user_id = ${userId}`,
  );
  return Object.fromEntries(rows.map(({ event, delivery }) => [event, delivery]));
}

/** Whether it was anything else before. */
export async function putPreference(
  tx: Tx,
  userId: string,
  event: NotificationEvent,
  delivery: Delivery,
): Promise<boolean> {
  const changed = await tx.$executeRaw`
    insert into notification_preference as p (user_id, event, delivery) values (${userId}, ${event}, ${delivery})
    on conflict (user_id, event) do update set delivery = excluded.delivery, updated_at = clock_timestamp()
      where p.delivery <> excluded.delivery`;
  return changed === 1;
}
