import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";

const answer = z.object({ doubtful: z.boolean() });

/** Whether an action that this one replaces, however far back, may have happened. */
export async function hasDoubtfulPredecessor(tx: Db, key: string): Promise<boolean> {
  const rows = await query(
    tx,
    answer,
    Prisma.sql`
      with recursive replaced as (
        select key, attempt, failure from action_log where replaced_by = ${key}
        union
        select a.key, a.attempt, a.failure from action_log a join replaced r on a.replaced_by = r.key
      )
      select exists (
        select from replaced where attempt > 0 and failure is distinct from 'did_not_happen'
      ) as doubtful`,
  );
  return rows[0]?.doubtful ?? true;
}
