import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { AppError } from "../../errors.ts";
import { countItems } from "../sql/bulk/count-items.ts";
import { type ListedBulk, listBulks } from "../sql/bulk/find-bulk.ts";
import { fromCursor, type Position, toCursor } from "../sql/bulk/position.ts";
import type { BulkList, ListBulkInput } from "./contract.ts";
import { readPeople } from "./views/read-people.ts";
import { toBulkRow } from "./views/to-bulk-row.ts";

/** Newest first; drafts are seen by their maker only. */
export async function listBulkRequests(actor: Actor, { cursor, limit }: ListBulkInput): Promise<BulkList> {
  requirePermission(actor, "reviews.read");
  const after = cursor === undefined ? null : positionIn(cursor);
  return transaction(async (tx) => {
    const records = await listBulks(tx, actor.id, { after, limit: limit + 1 });
    const page = records.slice(0, limit);
    const counts = await countItems(
      tx,
      page.map(({ id }) => id),
    );
    const nameOf = await readPeople(tx, ...page);
    return {
      items: page.map((bulk) => toBulkRow(bulk, counts, nameOf)),
      nextCursor: records.length > limit ? cursorAfter(page.at(-1)) : null,
      at: new Date().toISOString(),
    };
  });
}

function positionIn(cursor: string): Position {
  const position = fromCursor(cursor);
  if (position === null) throw new AppError("invalid_input", "This cursor is not one of ours.", { field: "cursor" });
  return position;
}

function cursorAfter(last: ListedBulk | undefined): string | null {
  return last ? toCursor([last.listedAt, last.id]) : null;
}
