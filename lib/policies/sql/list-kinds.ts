import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";

const kindRow = z.object({ kind: z.string(), openReviews: z.number() });

/**
 * Kinds with something under way, before a person, or done within the last day, with how many reviews are open. Each
 * part has its index: a kind that was seen last year is not worth a walk over all of the log.
 */
export async function listKinds(db: Db): Promise<z.infer<typeof kindRow>[]> {
  return query(
    db,
    kindRow,
    Prisma.sql`
      select kind, sum(open)::int as "openReviews"
      from (
        select a.kind, count(*) as open
        from review v join action_log a on a.key = v.action_key where v.state <> 'closed' group by a.kind
        union all
        select kind, 0 from action_log where status = 'in_flight' group by kind
        union all
        select kind, 0 from action_log where status = 'released' group by kind
        union all
        select kind, 0 from action_log
        where completed_at between now() - interval '1 day' and now() group by kind
      ) seen
      group by kind`,
  );
}
