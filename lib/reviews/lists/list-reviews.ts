import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { AppError } from "../../errors.ts";
import { openScope } from "../case/list-scope.ts";
import type { ReviewList } from "../contract.ts";
import { fromCursor, type ListOrder, listOrder, toCursor } from "../sql/lists/list-order.ts";
import { countReviewRows, listReviewRows } from "../sql/lists/list-review-rows.ts";
import { filterCondition } from "../sql/reviews/tab-condition.ts";
import { toReviewRows } from "../views/to-review-rows.ts";
import type { ListReviewsInput } from "./contract.ts";
import { COUNT_CAP } from "./words.ts";

export async function listReviews(actor: Actor, input: ListReviewsInput): Promise<ReviewList> {
  requirePermission(actor, "reviews.read");
  const order = listOrder(input);
  const after = placeIn(order, input.cursor);
  return transaction(async (tx) => {
    const condition = filterCondition(input, await openScope(tx, actor, input));
    const records = await listReviewRows(tx, condition, { order, after, limit: input.limit + 1 });
    const total = records[0]?.total ?? (after === null ? 0 : await countReviewRows(tx, condition, order));
    const page = records.slice(0, input.limit);
    const last = page.at(-1);
    return {
      items: await toReviewRows(tx, actor, page),
      total: Math.min(total, COUNT_CAP),
      totalIsCapped: total > COUNT_CAP,
      nextCursor: records.length > input.limit && last !== undefined ? toCursor(order, last.place) : null,
      at: (records[0]?.now ?? new Date()).toISOString(),
    };
  });
}

function placeIn(order: ListOrder, cursor: string | undefined): string[] | null {
  if (cursor === undefined) return null;
  const place = fromCursor(order, cursor);
  if (place === null) throw new AppError("invalid_input", "This cursor is not one of this list.", { field: "cursor" });
  return place;
}
