import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";

export type NewComment = { reviewId: string; authorId: string; body: string | undefined };
export type NewNote = { reviewId: string; authorId: string; body: string; decisionKey: string | undefined };

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

const noted = z.object({ id: z.string(), at: z.date() });

/** A note by itself. No row: the key was used at the same moment in another case. */
export async function insertNote(tx: Tx, note: NewNote): Promise<{ id: string; at: Date } | null> {
  const rows = await query(
    tx,
    noted,
    Prisma.sql`
      insert into review_comment (review_id, author_id, body, idempotency_key)
      values (${note.reviewId}::uuid, ${note.authorId}, ${note.body}, ${note.decisionKey ?? null}::text)
      on conflict on constraint review_comment_idempotency_key do nothing
      returning id::text as id, at`,
  );
  return rows[0] ?? null;
}
