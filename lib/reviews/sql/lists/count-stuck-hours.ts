import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";

const hourRow = z.object({ from: z.date(), count: z.number() });

/** A first send that waits for its signature, and an edited one, are not stuck. */
export async function countStuckHours(db: Db, hours: number): Promise<z.infer<typeof hourRow>[]> {
  return query(
    db,
    hourRow,
    Prisma.sql`
      select slot as "from", coalesce(stuck.count, 0)::int as count
      from generate_series(
          date_trunc('hour', now(), 'UTC') - ${hours - 1}::int * interval '1 hour', now(), interval '1 hour') slot
        left join (
          select date_trunc('hour', v.opened_at, 'UTC') as opened, count(*) as count
          from review v
          where v.opened_at >= date_trunc('hour', now(), 'UTC') - ${hours - 1}::int * interval '1 hour'
            and coalesce(v.cause, '') not in ('gated', 'edited')
          group by 1
        ) stuck on stuck.opened = slot
      order by slot`,
  );
}
