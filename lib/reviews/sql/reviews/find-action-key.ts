import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";

const found = z.object({ key: z.string() });

/** Which action a review is about: that never changes, so it may be read before the lock. */
export async function findKeyOfReview(tx: Db, reviewId: string): Promise<string | null> {
  const rows = await query(tx, found, Prisma.sql`select action_key as key from review where id = ${reviewId}::uuid`);
  return rows[0]?.key ?? null;
}

export async function findKeyOfRequest(tx: Db, requestId: string): Promise<string | null> {
  const rows = await query(
    tx,
    found,
    Prisma.sql`
      select v.action_key as key
      from review_request q join review v on v.id = q.review_id
      where q.id = ${requestId}::uuid`,
  );
  return rows[0]?.key ?? null;
}
