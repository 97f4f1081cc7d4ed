import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import type { Risk } from "../../contract.ts";
import { BULK_COLUMNS, type BulkRecord, bulkRecord } from "./bulk-columns.ts";

export type NewBulk = {
  form: "ask" | "sign";
  type: string;
  requestedBy: string;
  filter: Readonly<Record<string, unknown>>;
  draftKey: string | undefined;
};

/** A set of requests that were pending already has nothing left to ask. No row: this key froze another set just now. */
export async function insertBulk(tx: Tx, bulk: NewBulk): Promise<BulkRecord | null> {
  const rows = await query(
    tx,
    bulkRecord,
    Prisma.sql`
      insert into bulk_request as b (form, type, state, requested_by, reason, filter, draft_key, asked_at)
      values (${bulk.form}, ${bulk.type}, ${bulk.form === "ask" ? "draft" : "pending"}, ${bulk.requestedBy}, '',
        ${JSON.stringify(bulk.filter)}::jsonb, ${bulk.draftKey ?? null}::text,
        case when ${bulk.form} = 'sign' then clock_timestamp() end)
      on conflict on constraint bulk_request_draft_key do nothing
      returning ${BULK_COLUMNS}`,
  );
  return rows[0] ?? null;
}

export type FrozenItem = {
  position: number;
  reviewId: string;
  version: number;
  payloadHash: string | null;
  risk: Risk["word"] | null;
  signOffsNeeded: number | null;
  requestId: string | null;
  leftOut: string | null;
  because: string | null;
  becauseBy: string | null;
  becauseAt: string | null;
};

/**
 * In the order of their keys, in which everyone else locks: the references of these rows hold the reviews for a moment.
 * What waits already is signed in the version that it has.
 */
export async function insertItems(tx: Tx, bulkRequestId: string, items: readonly FrozenItem[]): Promise<void> {
  await query(
    tx,
    z.object({ position: z.number() }),
    Prisma.sql`
      insert into bulk_request_item (bulk_request_id, position, review_id, version, payload_hash, risk,
        sign_offs_needed, request_id, asked_version, left_out, because, because_by, because_at)
      select ${bulkRequestId}::uuid, i.position, i."reviewId", i.version, i."payloadHash", i.risk, i."signOffsNeeded",
        i."requestId", case when i."requestId" is not null and i."leftOut" is null then i.version end, i."leftOut",
        i.because, i."becauseBy", i."becauseAt"
      from json_to_recordset(${JSON.stringify(items)}::json) as i(position int, "reviewId" uuid, version int,
          "payloadHash" text, risk text, "signOffsNeeded" int, "requestId" uuid, "leftOut" text, because text,
          "becauseBy" text, "becauseAt" timestamptz)
        join review v on v.id = i."reviewId"
      order by v.action_key
      returning position`,
  );
}
