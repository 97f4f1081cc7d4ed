import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";

const commentRecord = z.object({ id: z.string(), authorId: z.string(), body: z.string(), at: z.date() });
export type CommentRecord = z.infer<typeof commentRecord>;

/** Oldest first. */
export async function findComments(tx: Db, reviewId: string): Promise<CommentRecord[]> {
  return query(
    tx,
    commentRecord,
    Prisma.sql`
      select c.id::text as id, c.author_id as "authorId", c.body, c.at
      from review_comment c
      where c.review_id = ${reviewId}::uuid
      order by c.at, c.id`,
  );
}

const keyed = commentRecord.extend({ reviewId: z.string() });

/** A decision key belongs to one note of one person, whichever case it was written in. */
export async function findCommentByKey(
  tx: Db,
  authorId: string,
  decisionKey: string,
): Promise<z.infer<typeof keyed> | null> {
  const rows = await query(
    tx,
    keyed,
    Prisma.sql`
      select c.id::text as id, c.review_id::text as "reviewId", c.author_id as "authorId", c.body, c.at
      from review_comment c
      where c.author_id = ${authorId} and c.idempotency_key = ${decisionKey}`,
  );
  return rows[0] ?? null;
}
