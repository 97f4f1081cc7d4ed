import { z } from "zod";
import { type Db, Prisma, query, type Tx } from "#lib/db/index.ts";
import { resolutionSchema, reviewStateSchema } from "../../contract.ts";

const lockedReview = z.object({
  id: z.string(),
  actionKey: z.string(),
  state: reviewStateSchema,
  resolution: resolutionSchema.nullable(),
  version: z.number(),
  closedAt: z.date().nullable(),
});
export type LockedReview = z.infer<typeof lockedReview>;

const LOCKED_REVIEWS = Prisma.sql`
  select id::text as id, action_key as "actionKey", state, resolution, version, closed_at as "closedAt"
  from review`;

/** Second, after the action rows, and in the order of their keys. */
export async function lockReviews(tx: Tx, ids: readonly string[]): Promise<LockedReview[]> {
  return query(
    tx,
    lockedReview,
    Prisma.sql`${LOCKED_REVIEWS} where id = any(${[...ids]}::uuid[]) order by action_key, id for update`,
  );
}

export async function peekReviews(db: Db, ids: readonly string[]): Promise<LockedReview[]> {
  return query(db, lockedReview, Prisma.sql`${LOCKED_REVIEWS} where id = any(${[...ids]}::uuid[])`);
}
