import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import { resolutionSchema, reviewStateSchema } from "../../contract.ts";

const lockedReview = z.object({
  id: z.string(),
  state: reviewStateSchema,
  resolution: resolutionSchema.nullable(),
  version: z.number(),
  closedAt: z.date().nullable(),
});
export type LockedReview = z.infer<typeof lockedReview>;

export type ReviewId = { reviewId: string } | { requestId: string };

/** Second, after the action row. */
export async function lockReview(tx: Tx, by: ReviewId): Promise<LockedReview | null> {
  const id =
    "reviewId" in by
      ? Prisma.sql`${by.reviewId}::uuid`
      : Prisma.sql`(select q.review_id from review_request q where q.id = ${by.requestId}::uuid)`;
  const rows = await query(
    tx,
    lockedReview,
    Prisma.sql`
      select id::text as id, state, resolution, version, closed_at as "closedAt"
      from review
      where id = ${id}
      for update`,
  );
  return rows[0] ?? null;
}
