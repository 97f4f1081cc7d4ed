import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";

/** The channel that `work()` listens on; the message is the kind. */
const CHANNEL = "notwice_released";

/**
 * Tells the workers of these released actions, as the policy of their kind says: Postgres sends the notification,
 * and the outbox row is seen, when the release commits and not before.
 */
export async function enqueueNudges(tx: Tx, keys: readonly string[]): Promise<void> {
  await query(
    tx,
    z.object({ notified: z.number() }),
    Prisma.sql`
      with released as (
        select a.key, a.attempt, a.kind, a.claimable_at, coalesce(p.nudge, 'worker') as nudge
        from action_log a left join policy p on p.kind = a.kind
        where a.key = any(${[...keys]}::text[]) and a.status = 'released'
      ),
      queued as (
        insert into nudge (action_key, attempt, kind, channel, next_at)
        select key, attempt, kind, 'webhook', greatest(claimable_at, clock_timestamp())
        from released where nudge = 'webhook'
      )
      select count(pg_notify(${CHANNEL}, kind))::int as notified
      from (select distinct kind from released where nudge = 'worker') kinds`,
  );
}
