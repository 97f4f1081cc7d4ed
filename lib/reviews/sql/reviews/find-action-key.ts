import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";

const found = z.object({ key: z.string(), reviewId: z.string() });
/** A review and the action it is about: that never changes, so it may be read before the lock. */
export type CaseRef = z.infer<typeof found>;

export async function findCaseRefs(tx: Db, reviewIds: readonly string[]): Promise<CaseRef[]> {
  return query(
    tx,
    found,
    Prisma.sql`
      select action_key as key, id::text as "reviewId" from review where id = any(${[...reviewIds]}::uuid[])`,
  );
}

/** The review that is open of an action, or the last one: read under the action's lock. */
export async function findReviewOfAction(tx: Db, key: string): Promise<string | null> {
  const rows = await query(
    tx,
    z.object({ id: z.string() }),
    Prisma.sql`
      select id::text as id from review
      where action_key = ${key}
      order by (state <> 'closed') desc, opened_at desc
      limit 1`,
  );
  return rows[0]?.id ?? null;
}

export async function findCaseRefOfRequest(tx: Db, requestId: string): Promise<CaseRef | null> {
  const rows = await query(
    tx,
    found,
    Prisma.sql`
      select v.action_key as key, v.id::text as "reviewId"
      from review_request q join review v on v.id = q.review_id
      where q.id = ${requestId}::uuid`,
  );
  return rows[0] ?? null;
}

export async function findKeyOfReview(tx: Db, reviewId: string): Promise<string | null> {
  return (await findCaseRefs(tx, [reviewId]))[0]?.key ?? null;
}
