import { z } from "zod";
import { type Db, Prisma, query, type Tx } from "#lib/db/index.ts";
import { BULK_COLUMNS, type BulkRecord, bulkRecord } from "./bulk-columns.ts";

export async function findBulk(db: Db, id: string): Promise<BulkRecord | null> {
  const rows = await query(
    db,
    bulkRecord,
    Prisma.sql`select ${BULK_COLUMNS} from bulk_request b where b.id = ${id}::uuid`,
  );
  return rows[0] ?? null;
}

/** Before any case of the set: two decisions about one set queue here, and nobody who holds a case waits for it. */
export async function lockBulk(tx: Tx, id: string): Promise<BulkRecord | null> {
  const rows = await query(
    tx,
    bulkRecord,
    Prisma.sql`select ${BULK_COLUMNS} from bulk_request b where b.id = ${id}::uuid for update`,
  );
  return rows[0] ?? null;
}

export async function findBulkByDraftKey(db: Db, requestedBy: string, draftKey: string): Promise<BulkRecord | null> {
  const rows = await query(
    db,
    bulkRecord,
    Prisma.sql`
      select ${BULK_COLUMNS} from bulk_request b where b.requested_by = ${requestedBy} and b.draft_key = ${draftKey}`,
  );
  return rows[0] ?? null;
}

const listedBulk = bulkRecord.extend({ listedAt: z.string() });
export type ListedBulk = z.infer<typeof listedBulk>;

/** Newest first. What somebody froze and has not asked for yet is theirs alone to see in the list. */
export async function listBulks(
  db: Db,
  viewerId: string,
  page: { after: readonly [string, string] | null; limit: number },
): Promise<ListedBulk[]> {
  const after =
    page.after === null
      ? Prisma.empty
      : Prisma.sql`and (b.requested_at, b.id) < (${page.after[0]}::timestamptz, ${page.after[1]}::uuid)`;
  return query(
    db,
    listedBulk,
    Prisma.sql`
      select ${BULK_COLUMNS},
        to_char(b.requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "listedAt"
      from bulk_request b
      where (b.asked_at is not null or b.requested_by = ${viewerId}) ${after}
      order by b.requested_at desc, b.id desc
      limit ${page.limit}`,
  );
}
