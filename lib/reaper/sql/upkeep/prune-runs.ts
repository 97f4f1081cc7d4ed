import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";

const KEPT_DAYS = 30;

/** Forgets passes that began long ago, some at a time, whether they ended or were killed. How many it forgot. */
export async function pruneRuns(tx: Tx, limit: number): Promise<number> {
  const rows = await query(
    tx,
    z.object({ id: z.string() }),
    Prisma.sql`
      delete from reaper_run r
      using (
        select id from reaper_run
        where started_at < clock_timestamp() - ${KEPT_DAYS}::int * interval '1 day'
        order by started_at
        limit ${limit}
        for update skip locked
      ) as old
      where r.id = old.id
      returning r.id::text as id`,
  );
  return rows.length;
}
