import { type Actor, hasPermission, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { AppError } from "../errors.ts";
import type { ListReviewsInput, ReviewList } from "./contract.ts";
import { countReviewRows, type ListedRecord, listReviewRows, TOTAL_CAP } from "./sql/reviews/list-review-rows.ts";
import { fromCursor, type Position, toCursor } from "./sql/reviews/tab-order.ts";
import { toReviewRows } from "./views/to-review-rows.ts";

export async function listReviews(actor: Actor, input: ListReviewsInput): Promise<ReviewList> {
  requirePermission(actor, "reviews.read");
  const { tab, kind, limit } = input;
  const filter = { tab, kind, viewer: { id: actor.id, maySign: hasPermission(actor, "requests.sign") } };
  const after = positionIn(input);
  return transaction(async (tx) => {
    const records = await listReviewRows(tx, filter, { after, limit: limit + 1 });
    const total = records[0]?.total ?? (after === null ? 0 : await countReviewRows(tx, filter));
    const page = records.slice(0, limit);
    return {
      items: await toReviewRows(tx, actor, page),
      total: Math.min(total, TOTAL_CAP),
      totalIsCapped: total > TOTAL_CAP,
      nextCursor: records.length > limit ? cursorAfter(page.at(-1)) : null,
      at: (records[0]?.now ?? new Date()).toISOString(),
    };
  });
}

function positionIn({ cursor }: ListReviewsInput): Position | null {
  if (cursor === undefined) return null;
  const position = fromCursor(cursor);
  if (position === null) throw new AppError("invalid_input", "This cursor is not one of ours.", { field: "cursor" });
  return position;
}

function cursorAfter(last: ListedRecord | undefined): string | null {
  return last ? toCursor([last.position, last.id]) : null;
}
