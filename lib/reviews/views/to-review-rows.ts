import { namesOf } from "#lib/audit/index.ts";
import type { Actor } from "#lib/auth/index.ts";
import type { Db } from "#lib/db/index.ts";
import { peopleOf } from "../case/open-case.ts";
import { readRulesOf } from "../case/rules.ts";
import type { ReviewRow } from "../contract.ts";
import { findRequests } from "../sql/requests/find-requests.ts";
import type { ReviewRecord } from "../sql/reviews/list-review-rows.ts";
import { toReviewRow } from "./to-review-row.ts";

/** Rows of one list, with what all of them need read at once. */
export async function toReviewRows(db: Db, viewer: Actor, records: readonly ReviewRecord[]): Promise<ReviewRow[]> {
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
