import { Prisma, query, type Tx } from "#lib/db/index.ts";
import { REQUEST_COLUMNS, type RequestRecord, requestRecord } from "./request-columns.ts";

/** Third, after action and review. The sign-offs are counted here, under the lock, and nowhere before it. */
export async function lockRequests(tx: Tx, reviewIds: readonly string[]): Promise<RequestRecord[]> {
  return query(
    tx,
    requestRecord,
    Prisma.sql`
      select ${REQUEST_COLUMNS}
      from review_request q
      where q.review_id = any(${[...reviewIds]}::uuid[])
      order by q.requested_at desc, q.id
      for update of q`,
  );
}
