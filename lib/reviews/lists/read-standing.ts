import { namesOf } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { type Db, transaction } from "#lib/db/index.ts";
import { openScope } from "../case/list-scope.ts";
import type { Person } from "../contract.ts";
import { listOrder } from "../sql/lists/list-order.ts";
import { countReviewRows, findReviewRows, findStillListed, openedSince } from "../sql/lists/list-review-rows.ts";
import { findRequestsOfReviews } from "../sql/requests/find-requests.ts";
import { filterCondition } from "../sql/reviews/tab-condition.ts";
import { toReviewRows } from "../views/to-review-rows.ts";
import type { ReviewStanding, StandingInput } from "./contract.ts";
import { COUNT_CAP } from "./words.ts";

/** For a list that keeps its rows in place: how each is now, and how many new ones would join it. */
export async function readStanding(actor: Actor, { ids, since, ...filter }: StandingInput): Promise<ReviewStanding> {
  requirePermission(actor, "reviews.read");
  return transaction(async (tx) => {
    const condition = filterCondition(filter, await openScope(tx, actor, filter));
    const order = listOrder(filter);
    const records = ids.length === 0 ? [] : await findReviewRows(tx, ids);
    const listed = await findStillListed(tx, condition, ids);
    const total = await countReviewRows(tx, condition, order);
    const closedBy = await whoClosed(
      tx,
      records.filter(({ id, state }) => state === "closed" && !listed.has(id)).map(({ id }) => id),
    );
    const rows = await toReviewRows(tx, actor, records);
    return {
      rows: rows.map((row) => ({ row, isListed: listed.has(row.id), closedBy: closedBy(row.id) })),
      total: Math.min(total, COUNT_CAP),
      totalIsCapped: total > COUNT_CAP,
      arrived: await countReviewRows(tx, openedSince(condition, since), order),
      at: (records[0]?.now ?? new Date()).toISOString(),
    };
  });
}

/** By the newest request that was carried out; a case that closed by itself has none of its own. */
async function whoClosed(db: Db, ids: readonly string[]): Promise<(id: string) => Person | null> {
  const requests = ids.length === 0 ? [] : await findRequestsOfReviews(db, ids);
  const carriedOut = requests.filter(({ state }) => state === "approved");
  const personOf = new Map(
    carriedOut.toReversed().map(({ reviewId, decidedBy, requestedBy }) => [reviewId, decidedBy ?? requestedBy]),
  );
  const nameOf = await namesOf(db, [...personOf.values()]);
  return (id) => {
    const person = personOf.get(id);
    return person === undefined ? null : nameOf(person);
  };
}
