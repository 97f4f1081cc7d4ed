import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";
import { freeToSign } from "../requests/free-to-sign.ts";
import { ITEM_OUTCOME, ITEM_SOURCE } from "./item-outcome.ts";

const counted = z.object({
  id: z.string(),
  asked: z.number(),
  done: z.number(),
  refused: z.number(),
  waiting: z.number(),
  notAttempted: z.number(),
  leftOut: z.number(),
});
export type CountedItems = z.infer<typeof counted>;

/** One number per outcome, of one snapshot: they always add up. */
export async function countItems(db: Db, bulkRequestIds: readonly string[]): Promise<CountedItems[]> {
  return query(
    db,
    counted,
    Prisma.sql`
      select id, count(*) filter (where outcome <> 'left_out')::int as asked,
        count(*) filter (where outcome = 'done')::int as done,
        count(*) filter (where outcome = 'refused')::int as refused,
        count(*) filter (where outcome = 'waiting')::int as waiting,
        count(*) filter (where outcome = 'not_attempted')::int as "notAttempted",
        count(*) filter (where outcome = 'left_out')::int as "leftOut"
      from (
        select i.bulk_request_id::text as id, ${ITEM_OUTCOME} as outcome
        from ${ITEM_SOURCE}
        where i.bulk_request_id = any(${[...bulkRequestIds]}::uuid[])
      ) items
      group by id`,
  );
}

const summary = z.object({
  safe: z.number(),
  deduped: z.number(),
  checkFirst: z.number(),
  mayDuplicate: z.number(),
  needNoSignOff: z.number(),
  signable: z.number(),
  pending: z.number(),
  decideBy: z.date().nullable(),
  lastClaimableAt: z.date().nullable(),
  now: z.date(),
});
export type ItemSummary = z.infer<typeof summary>;

/** Of what is in the set: how risky it was when it was frozen, and what this viewer's signature would be on. */
export async function summariseItems(db: Db, bulkRequestId: string, viewerId: string): Promise<ItemSummary> {
  const rows = await query(
    db,
    summary,
    Prisma.sql`
      select count(*) filter (where risk = 'safe')::int as safe, count(*) filter (where risk = 'deduped')::int as deduped,
        count(*) filter (where risk = 'check_first')::int as "checkFirst",
        count(*) filter (where risk = 'may_duplicate')::int as "mayDuplicate",
        count(*) filter (where needed = 0)::int as "needNoSignOff",
        count(*) filter (where is_pending)::int as pending,
        count(*) filter (where is_pending and is_free)::int as signable,
        min(expires_at) filter (where is_pending) as "decideBy",
        max(claimable_at) filter (where outcome = 'waiting') as "lastClaimableAt", now() as now
      from (
        select i.risk, coalesce(q.sign_offs_needed, i.sign_offs_needed) as needed, q.expires_at, a.claimable_at,
          ${ITEM_OUTCOME} as outcome,
          coalesce(q.state = 'pending' and q.expires_at > now(), false) as is_pending,
          v.version = coalesce(i.asked_version, i.version) and a.payload_hash is not distinct from i.payload_hash
            and ${freeToSign("q", Prisma.sql`${viewerId}::text`)} as is_free
        from ${ITEM_SOURCE}
        where i.bulk_request_id = ${bulkRequestId}::uuid and i.left_out is null
      ) items`,
  );
  return summary.parse(rows[0]);
}
