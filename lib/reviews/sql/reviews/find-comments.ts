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
