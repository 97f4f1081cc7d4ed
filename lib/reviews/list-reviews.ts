import { namesOf } from "#lib/audit/index.ts";
import { type Actor, hasPermission, requirePermission } from "#lib/auth/index.ts";
import { type Db, transaction } from "#lib/db/index.ts";
import { AppError } from "../errors.ts";
import { peopleOf } from "./case/open-case.ts";
import { readRulesOf } from "./case/rules.ts";
import type { ListReviewsInput, ReviewList, ReviewRow } from "./contract.ts";
import { findRequests } from "./sql/requests/find-requests.ts";
import { countReviewRows, type ListedRecord, listReviewRows, TOTAL_CAP } from "./sql/reviews/list-review-rows.ts";
import { fromCursor, type Position, toCursor } from "./sql/reviews/tab-order.ts";
import { toReviewRow } from "./views/to-review-row.ts";

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
      items: await toRows(tx, actor, page),
      total: Math.min(total, TOTAL_CAP),
      totalIsCapped: total > TOTAL_CAP,
      nextCursor: records.length > limit ? cursorAfter(page.at(-1)) : null,
      at: (records[0]?.now ?? new Date()).toISOString(),
    };
  });
}

async function toRows(db: Db, viewer: Actor, records: readonly ListedRecord[]): Promise<ReviewRow[]> {
  const rulesOf = await readRulesOf(
    db,
    records.map(({ actionKey }) => actionKey),
  );
  const pendingIds = records.map(({ pendingRequestId }) => pendingRequestId).filter((id) => id !== null);
  const requests = await findRequests(db, pendingIds);
  const pendingById = new Map(requests.map((request) => [request.id, request]));
  const people = [...records.map(({ assigneeId }) => assigneeId), ...requests.flatMap(peopleOf)];
  const nameOf = await namesOf(db, people);
  return records.map((record) => {
    const pending = pendingById.get(record.pendingRequestId ?? "");
    return toReviewRow(record, { viewer, rules: rulesOf(record.actionKey), nameOf, pending });
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
