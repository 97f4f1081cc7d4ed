import { type Db, Prisma, query } from "#lib/db/index.ts";
import { REQUEST_COLUMNS, type RequestRecord, requestRecord } from "./request-columns.ts";

/** Newest first. */
export async function findRequestsOfReviews(tx: Db, reviewIds: readonly string[]): Promise<RequestRecord[]> {
  return query(
    tx,
    requestRecord,
    Prisma.sql`
      select ${REQUEST_COLUMNS}
      from review_request q
      where q.review_id = any(${[...reviewIds]}::uuid[])
      order by q.requested_at desc, q.id`,
  );
}

export async function findRequests(tx: Db, ids: readonly string[]): Promise<RequestRecord[]> {
  if (ids.length === 0) return [];
  return query(
    tx,
    requestRecord,
    Prisma.sql`select ${REQUEST_COLUMNS} from review_request q where q.id = any(${[...ids]}::uuid[])`,
  );
}

/** A decision key belongs to one request of one person, whichever review it was made in. */
export async function findRequestByDecisionKey(
  tx: Db,
  requestedBy: string,
  decisionKey: string,
): Promise<RequestRecord | null> {
  const rows = await query(
    tx,
    requestRecord,
    Prisma.sql`
      select ${REQUEST_COLUMNS}
      from review_request q
      where q.requested_by = ${requestedBy} and q.idempotency_key = ${decisionKey}`,
  );
  return rows[0] ?? null;
}
