import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";
import { ITEM_OUTCOME, ITEM_SOURCE, RELEASE_END } from "./item-outcome.ts";

const OUTCOMES = ["left_out", "waiting", "done", "refused", "not_attempted"] as const;
const outcome = z.enum(OUTCOMES);

const itemRecord = z.object({
  position: z.number(),
  reviewId: z.string(),
  version: z.number(),
  payloadHash: z.string().nullable(),
  risk: z.enum(["safe", "deduped", "check_first", "may_duplicate"]).nullable(),
  leftOut: z.string().nullable(),
  refused: z.string().nullable(),
  because: z.string().nullable(),
  becauseBy: z.string().nullable(),
  becauseAt: z.date().nullable(),
  requestId: z.string().nullable(),
  outcome,
  releaseEnd: z.string().nullable(),
  releaseEndBy: z.string().nullable(),
  releaseEndAt: z.date().nullable(),
  claimedAt: z.date().nullable(),
});
export type ItemRecord = z.infer<typeof itemRecord>;

const ITEM_COLUMNS = Prisma.sql`
  i.position, i.review_id::text as "reviewId", i.version, i.payload_hash as "payloadHash", i.risk,
  i.left_out as "leftOut", i.refused, i.because, i.because_by as "becauseBy", i.because_at as "becauseAt",
  i.request_id::text as "requestId", ${ITEM_OUTCOME} as outcome, e.action as "releaseEnd",
  e.by as "releaseEndBy", e.at as "releaseEndAt",
  case when v.resolution = 'sent' then v.closed_at end as "claimedAt"`;

export type ItemPage = { show: string; after: number; limit: number };

export async function findItems(db: Db, bulkRequestId: string, page: ItemPage): Promise<ItemRecord[]> {
  const shown = page.show === "all" ? Prisma.empty : Prisma.sql`and ${ITEM_OUTCOME} = ${page.show}`;
  return findAt(
    db,
    bulkRequestId,
    Prisma.sql`
      select i.position
      from ${ITEM_SOURCE}
      where i.bulk_request_id = ${bulkRequestId}::uuid and i.position > ${page.after}::int ${shown}
      order by i.position
      limit ${page.limit}`,
  );
}

/** The first and the last of what is in the set; one where they are the same. */
export async function findEnds(db: Db, bulkRequestId: string): Promise<ItemRecord[]> {
  return findAt(
    db,
    bulkRequestId,
    Prisma.sql`
      select unnest(array[min(n.position), max(n.position)]) from bulk_request_item n
      where n.bulk_request_id = ${bulkRequestId}::uuid and n.left_out is null`,
  );
}

/** An array, because it is made once: joined, the planner may choose the positions anew for each item of the set. */
async function findAt(db: Db, bulkRequestId: string, positions: Prisma.Sql): Promise<ItemRecord[]> {
  return query(
    db,
    itemRecord,
    Prisma.sql`
      select ${ITEM_COLUMNS}
      from ${ITEM_SOURCE} ${RELEASE_END}
      where i.bulk_request_id = ${bulkRequestId}::uuid and i.position = any(array(${positions}))
      order by i.position`,
  );
}

const itemRef = z.object({
  position: z.number(),
  reviewId: z.string(),
  key: z.string(),
  version: z.number(),
  payloadHash: z.string().nullable(),
  requestId: z.string().nullable(),
  askedVersion: z.number().nullable(),
});
export type ItemRef = z.infer<typeof itemRef>;

/** What a decision about the set is about: everything in it that nothing has become of yet. */
export async function findWaitingItems(db: Db, bulkRequestId: string): Promise<ItemRef[]> {
  return query(
    db,
    itemRef,
    Prisma.sql`
      select i.position, i.review_id::text as "reviewId", v.action_key as key, i.version,
        i.payload_hash as "payloadHash", i.request_id::text as "requestId", i.asked_version as "askedVersion"
      from ${ITEM_SOURCE}
      where i.bulk_request_id = ${bulkRequestId}::uuid and ${ITEM_OUTCOME} = 'waiting'
      order by i.position`,
  );
}

const frozen = z.object({ reviewId: z.string(), requestId: z.string().nullable(), leftOut: z.string().nullable() });

/** All that were frozen, in their order: what a repeat of the freezing must be equal to. */
export async function findFrozenItems(db: Db, bulkRequestId: string): Promise<z.infer<typeof frozen>[]> {
  return query(
    db,
    frozen,
    Prisma.sql`
      select review_id::text as "reviewId", request_id::text as "requestId", left_out as "leftOut"
      from bulk_request_item
      where bulk_request_id = ${bulkRequestId}::uuid
      order by position`,
  );
}
