import { expect, it } from "vitest";
import { z } from "zod";
import { Prisma, query, transaction, type Tx } from "#lib/db/index.ts";
import { askBulkRequest } from "#lib/reviews/index.ts";
import { findEnds, findItems } from "#lib/reviews/sql/bulk/find-items.ts";
import { draftOf, stuckCases } from "#tests/integration/bulk/sets.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person } from "#tests/support/desk.ts";

const { pool } = testDatabase();
const ITEMS = 40;

const reads = z.object({ whole: z.number(), rows: z.number() });

/** What this transaction has read of a table: its rows by no index, and all of them. */
async function readsOf(tx: Tx, table: string): Promise<z.infer<typeof reads>> {
  const [found] = await query(
    tx,
    reads,
    Prisma.sql`
      select seq_tup_read::int as whole, (seq_tup_read + idx_tup_fetch)::int as rows
      from pg_stat_xact_user_tables where relname = ${table}`,
  );
  return reads.parse(found);
}

it("a set is asked for and shown without reading all requests, or all of the set for each item", async () => {
  const bo = await person(pool, "Bo", "operator");
  const id = await draftOf(pool, bo, await stuckCases(pool, ITEMS));
  await transaction(async (tx) => {
    // A plan is kept for the session: this one is made while there is next to nothing to read.
    await tx.$executeRaw`
      insert into review_request (review_id, type, requested_by, reason, expires_at)
      select r.id, 'dismiss', 'somebody', 'x', now() + interval '1 hour' from review r
      where not exists (select from bulk_request_item i where i.review_id = r.id) limit 1`;
    const before = await readsOf(tx, "review_request");
    await tx.$executeRaw`
      insert into review_request (review_id, type, requested_by, reason, expires_at)
      select i.review_id, 'dismiss', 'somebody', 'x', now() + interval '1 hour' from bulk_request_item i`;
    expect((await readsOf(tx, "review_request")).whole).toBe(before.whole);
    await tx.$executeRaw`update review_request set state = 'withdrawn', decided_at = now() where state = 'pending'`;
  });
  await askBulkRequest(bo, id, { reason: "They say nothing arrived", paceSeconds: 0 });
  await transaction(async (tx) => {
    await findEnds(tx, id);
    expect((await readsOf(tx, "bulk_request_item")).rows).toBeLessThanOrEqual(10 * ITEMS);
  });
  await transaction(async (tx) => {
    expect(await findItems(tx, id, { show: "all", after: 0, limit: 10 })).toHaveLength(10);
    expect((await readsOf(tx, "bulk_request_item")).rows).toBeLessThanOrEqual(10 * ITEMS);
  });
});
