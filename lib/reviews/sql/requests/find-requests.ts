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

/** The request that this person has signed by that key; of a set signed at once, one of them. */
export async function findRequestSignedBy(
  tx: Db,
  approverId: string,
  decisionKey: string,
): Promise<RequestRecord | null> {
  const rows = await query(
    tx,
    requestRecord,
    Prisma.sql`
      select ${REQUEST_COLUMNS}
      from sign_off given
      join review_request q on q.id = given.request_id
      where given.approver_id = ${approverId} and given.idempotency_key = ${decisionKey}
      limit 1`,
  );
  return rows[0] ?? null;
}
