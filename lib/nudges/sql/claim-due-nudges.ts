import { z } from "zod";
import { Prisma, prisma, query } from "#lib/db/index.ts";

/** Before the second try, the third, …: ten tries over a little more than three days. The first outlasts any try. */
const PAUSES_SECONDS = [60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
export const MAX_TRIES = PAUSES_SECONDS.length + 1;

export const NOT_WAITING = "The action no longer waited.";

const dueNudge = z.object({
  id: z.string(),
  actionKey: z.string(),
  kind: z.string(),
  /** The attempt the release followed; whoever claims it makes the next. */
  attempt: z.number(),
  tries: z.number(),
  createdAt: z.date(),
  webhook: z.unknown(),
  now: z.date(),
});
export type DueNudge = z.infer<typeof dueNudge>;

export interface ClaimedNudges {
  /** How many rows it took hold of; those that are not to be sent are over. */
  moved: number;
  toSend: DueNudge[];
}

/**
 * Takes due nudges of a kind by moving them to their next try before this one is made: no other reaper makes the same
 * try, and one that dies in it is made up for by the next. A nudge is over without a try when its action was claimed,
 * lapsed or taken back.
 */
export async function claimDueNudges(kind: string, limit: number): Promise<ClaimedNudges> {
  const rows = await query(
    prisma(),
    dueNudge.extend({ waits: z.boolean() }),
    Prisma.sql`
      with due as materialized (
        select n.id, p.nudge_webhook as webhook,
          a.status = 'released' and a.attempt = n.attempt and a.release_expires_at > now() as waits
        from nudge n join action_log a on a.key = n.action_key join policy p on p.kind = n.kind
        where n.kind = ${kind} and n.sent_at is null and n.next_at <= now() and n.channel = 'webhook'
        order by n.next_at
        limit ${limit}
        for update of n skip locked
      )
      update nudge n
      set tries = n.tries + case when d.waits then 1 else 0 end,
        next_at = case
          when d.waits then clock_timestamp() + (1 + random() * 0.1) * make_interval(
            secs => (${PAUSES_SECONDS}::int[])[least(n.tries + 1, ${PAUSES_SECONDS.length}::int)])
          else 'infinity'
        end,
        error = case when d.waits then n.error else ${NOT_WAITING} end
      from due d
      where n.id = d.id and n.sent_at is null and n.next_at <= clock_timestamp()
      returning n.id, n.action_key as "actionKey", n.kind, n.attempt, n.tries, n.created_at as "createdAt", d.webhook,
        clock_timestamp() as now, d.waits`,
  );
  return { moved: rows.length, toSend: rows.filter((row) => row.waits) };
}
