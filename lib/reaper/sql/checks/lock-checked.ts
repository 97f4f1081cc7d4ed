import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import { doubtfulUntil, rowUntil } from "./quiet-from.ts";

const facts = z.object({
  status: z.string(),
  attempt: z.number(),
  revision: z.number(),
  scheduled: z.boolean(),
  reviewOpen: z.boolean(),
  /** The question was put after every doubtful attempt's deadline and the quiet time. */
  quiet: z.boolean(),
  now: z.date(),
});
export type CheckedFacts = z.infer<typeof facts>;

export interface AskedCheck {
  key: string;
  verificationId: string;
  quietSeconds: number;
}

/**
 * The action row first, as by everyone who touches its case. What stands in other tables is read by a second statement:
 * the first one's snapshot is older than its lock, where it had to wait for it.
 */
export async function lockChecked(tx: Tx, { key, verificationId, quietSeconds }: AskedCheck): Promise<CheckedFacts> {
  await tx.$executeRaw`select key from action_log where key = ${key} for update`;
  const [found] = await query(
    tx,
    facts,
    Prisma.sql`
      select a.status, a.attempt, a.revision, a.next_check_at is not null as scheduled,
        exists (select from review v where v.action_key = a.key and v.state <> 'closed') as "reviewOpen",
        (select q.asked_at from verification q where q.id = ${verificationId}::bigint)
          >= coalesce(${doubtfulUntil}, ${rowUntil}, 'infinity') + ${quietSeconds}::float8 * interval '1 second' as quiet,
        clock_timestamp() as now
      from action_log a
      where a.key = ${key}`,
  );
  if (found === undefined) throw new Error("Invariant: an action is never deleted");
  return found;
}
