import { namesOf } from "#lib/audit/index.ts";
import type { Actor } from "#lib/auth/index.ts";
import type { Db } from "#lib/db/index.ts";
import { peopleOf } from "../case/open-case.ts";
import { readRulesOf } from "../case/rules.ts";
import type { ReviewRow } from "../contract.ts";
import type { ReviewRecord } from "../sql/lists/list-review-rows.ts";
import { findRequests } from "../sql/requests/find-requests.ts";
import { toReviewRow } from "./to-review-row.ts";

/** What the rows of a list say beside their own columns, asked for once for all of them. */
export async function toReviewRows(db: Db, viewer: Actor, records: readonly ReviewRecord[]): Promise<ReviewRow[]> {
  const rulesOf = await readRulesOf(
    db,
    records.map(({ actionKey }) => actionKey),
  );
  const ids = records.flatMap(({ pendingRequestId, decidedRequestId }) => [pendingRequestId, decidedRequestId]);
  const requests = await findRequests(
    db,
    ids.filter((id) => id !== null),
  );
  const byId = new Map(requests.map((request) => [request.id, request]));
  const people = [...records.map(({ assigneeId }) => assigneeId), ...requests.flatMap(peopleOf)];
  const nameOf = await namesOf(db, people);
  return records.map((record) => {
    const [pending, decided] = [byId.get(record.pendingRequestId ?? ""), byId.get(record.decidedRequestId ?? "")];
    return toReviewRow(record, { viewer, rules: rulesOf(record.actionKey), nameOf, pending, decided });
  });
}
