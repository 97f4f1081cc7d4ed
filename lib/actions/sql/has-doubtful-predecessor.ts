import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";

const doubtful = z.object({ key: z.string() });

/** Those of these actions of which one that they replace, however far back, may have happened. */
export async function findDoubtfullyPreceded(tx: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const rows = await query(
    tx,
    doubtful,
    Prisma.sql`
      with recursive replaced as (
        select replaced_by as newest, key, attempt, failure from action_log where replaced_by = any(${[...keys]}::text[])
        union
        select r.newest, a.key, a.attempt, a.failure from action_log a join replaced r on a.replaced_by = r.key
      )
      select distinct newest as key from replaced where attempt > 0 and failure is distinct from 'did_not_happen'`,
  );
  return new Set(rows.map(({ key }) => key));
}

export async function hasDoubtfulPredecessor(tx: Db, key: string): Promise<boolean> {
  return (await findDoubtfullyPreceded(tx, [key])).has(key);
}
