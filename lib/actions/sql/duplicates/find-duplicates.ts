import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";

const duplicate = z.object({
  key: z.string(),
  kind: z.string(),
  runId: z.string(),
  target: z.string().nullable(),
  attempt: z.number(),
  completedAt: z.date().nullable(),
  reviewId: z.string().nullable(),
  total: z.number(),
});
export type DuplicateRecord = z.infer<typeof duplicate>;

/** One that has not ended counts as of now. */
const CONFIRMED = Prisma.sql`
  from action_log a
  where a.duplicate = 'confirmed' and coalesce(a.completed_at, now()) > now() - interval '30 days'`;

export async function countDuplicates(db: Db): Promise<number> {
  const rows = await query(db, z.object({ count: z.number() }), Prisma.sql`select count(*)::int as count ${CONFIRMED}`);
  return rows[0]?.count ?? 0;
}

/** Newest first, each with its newest case. */
export async function findDuplicates(db: Db, limit: number): Promise<DuplicateRecord[]> {
  return query(
    db,
    duplicate,
    Prisma.sql`
      select a.key, a.kind, a.run_id as "runId", a.target, a.attempt, a.completed_at as "completedAt",
        (select v.id::text from review v where v.action_key = a.key order by v.opened_at desc limit 1) as "reviewId",
        (count(*) over ())::int as total
      ${CONFIRMED}
      order by a.completed_at desc nulls first, a.key
      limit ${limit}`,
  );
}
