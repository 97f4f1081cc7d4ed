import { z } from "zod";
import { prisma, Prisma, query } from "#lib/db/index.ts";

/** Every transaction that has written to the log and not ended, with those prepared for two phases under one word. */
export const HOLDERS = Prisma.sql`
  select case when k.virtualtransaction like '-1/%' then 'prepared' else k.virtualtransaction end as holder
  from pg_locks k
  where k.locktype = 'relation' and k.relation = 'audit_log'::regclass and k.mode = 'RowExclusiveLock'
    and k.database = (select oid from pg_database where datname = current_database())`;

/**
 * Notes how far the log goes and who is writing to it. An insert locks the table before it draws an id and until its
 * transaction has ended, and ids are drawn in order: whoever may still add a row up to `upto` is among the holders.
 * The newest row is read by the statement's snapshot, which is older than the reading of the locks. Whether there was
 * anything to fence.
 */
export async function setFence(): Promise<boolean> {
  const rows = await query(
    prisma(),
    z.object({ id: z.string() }),
    Prisma.sql`
      insert into audit_fence (upto, holders)
      select newest.id, array(${HOLDERS})
      from (select max(l.id) as id from audit_log l) as newest
      where newest.id > coalesce((select s.to_id from audit_seal s order by s.from_id desc limit 1), 0)
      returning id::text as id`,
  );
  return rows.length > 0;
}
