import type { Actor } from "#lib/auth/index.ts";
import type { Db } from "#lib/db/index.ts";
import { AppError, invariant, notFound } from "../../errors.ts";
import { openScope } from "../case/list-scope.ts";
import type { Seen } from "../case/require-allowed.ts";
import type { RequestType } from "../contract.ts";
import { reviewFilterSchema } from "../lists/contract.ts";
import { listOrder } from "../sql/lists/list-order.ts";
import { findListedIds } from "../sql/lists/list-review-rows.ts";
import { findRequests } from "../sql/requests/find-requests.ts";
import { findCaseRefs } from "../sql/reviews/find-action-key.ts";
import { filterCondition } from "../sql/reviews/tab-condition.ts";
import { type BulkFilter, type FreezeBulkInput, MAX_BULK_ITEMS, type SeenRow } from "./contract.ts";

/** A case of the set; `seen` is null where the list itself was chosen, and its rows count as seen now. */
export type Chosen = { reviewId: string; key: string; type: RequestType; requestId: string | null; seen: Seen | null };
export type ChosenSet = { form: "ask" | "sign"; type: RequestType; chosen: Chosen[] };

type Row = Omit<Chosen, "key" | "type">;

/** Which cases a set is made of, in the order in which they were given or listed. */
export async function chooseCases(db: Db, actor: Actor, input: FreezeBulkInput): Promise<ChosenSet> {
  if (input.pendingRequests) return choosePending(db, input.pendingRequests);
  invariant(input.type, "a set without a type was let through");
  const rows = input.reviews ? input.reviews.map(toRow) : await listed(db, actor, input.filter ?? {});
  return { form: "ask", type: input.type, chosen: await withKeys(db, rows, input.type) };
}

function toRow({ id, ...seen }: SeenRow): Row {
  return { reviewId: id, requestId: null, seen };
}

/** By the same condition as the list on screen, so that what was counted there is what is found here. */
async function listed(db: Db, actor: Actor, filter: BulkFilter): Promise<Row[]> {
  const whole = reviewFilterSchema.parse(filter);
  const condition = filterCondition(whole, await openScope(db, actor, whole));
  const ids = await findListedIds(db, condition, { order: listOrder(whole), limit: MAX_BULK_ITEMS + 1 });
  if (ids.length === 0) {
    throw new AppError("invalid_input", "Nothing matches this filter now.", { field: "filter" });
  }
  if (ids.length > MAX_BULK_ITEMS) {
    const sentence = `This filter finds more than ${MAX_BULK_ITEMS} actions. Narrow it down.`;
    throw new AppError("too_large", sentence, { field: "filter" });
  }
  return ids.map((reviewId) => ({ reviewId, requestId: null, seen: null }));
}

/** One type at a time, because a signature says one thing; the first of them says which. */
async function choosePending(db: Db, rows: readonly SeenRow[]): Promise<ChosenSet> {
  const found = new Map(
    (
      await findRequests(
        db,
        rows.map(({ id }) => id),
      )
    ).map((request) => [request.id, request]),
  );
  const requests = rows.map(({ id, ...seen }) => {
    const request = found.get(id);
    if (!request) throw notFound();
    return { request, row: { reviewId: request.reviewId, requestId: id, seen } };
  });
  if (new Set(requests.map(({ row }) => row.reviewId)).size !== requests.length) {
    throw new AppError("invalid_input", "pendingRequests: two of them are about one case.", {
      field: "pendingRequests",
    });
  }
  const type = requests[0]?.request.type;
  invariant(type, "an empty set was let through");
  const chosen = await withKeys(
    db,
    requests.map(({ row }) => row),
    type,
  );
  return { form: "sign", type, chosen };
}

async function withKeys(db: Db, rows: readonly Row[], type: RequestType): Promise<Chosen[]> {
  const refs = await findCaseRefs(
    db,
    rows.map(({ reviewId }) => reviewId),
  );
  const keys = new Map(refs.map(({ reviewId, key }) => [reviewId, key]));
  return rows.map((row) => {
    const key = keys.get(row.reviewId);
    if (key === undefined) throw notFound();
    return { ...row, key, type };
  });
}
