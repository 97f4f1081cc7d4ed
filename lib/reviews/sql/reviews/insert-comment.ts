import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";

export type NewComment = { reviewId: string; authorId: string; body: string | undefined };

const inserted = z.object({ id: z.string() });

/** What a person says about the case. The audit names it by its id, because an audit row can never be redacted. */
export async function insertComment(tx: Tx, { reviewId, authorId, body }: NewComment): Promise<string | undefined> {
  if (body === undefined) return undefined;
  const rows = await query(
    tx,
    inserted,
    Prisma.sql`
      insert into review_comment (review_id, author_id, body)
      values (${reviewId}::uuid, ${authorId}, ${body})
      returning id::text as id`,
  );
  return rows[0]?.id;
}
