import { hasDoubtfulPredecessor, lockAction } from "#lib/actions/index.ts";
import { namesOf } from "#lib/audit/index.ts";
import type { Tx } from "#lib/db/index.ts";
import { notFound } from "../../errors.ts";
import type { CaseFacts } from "../decide/facts.ts";
import { lockRequests } from "../sql/requests/lock-requests.ts";
import type { RequestRecord } from "../sql/requests/request-columns.ts";
import { findKeyOfRequest, findKeyOfReview } from "../sql/reviews/find-action-key.ts";
import { lockReview, type ReviewId } from "../sql/reviews/lock-review.ts";
import { readRules } from "./rules.ts";

export type Case = CaseFacts & { key: string };

/** Locks a case in the one order everyone keeps (action, review, requests) and reads it as it then is. */
export async function openCase(tx: Tx, by: ReviewId): Promise<Case> {
  const key = await ("reviewId" in by ? findKeyOfReview(tx, by.reviewId) : findKeyOfRequest(tx, by.requestId));
  const action = key === null ? null : await lockAction(tx, key);
  const review = action && (await lockReview(tx, by));
  if (!action || !review) throw notFound();
  const requests = await lockRequests(tx, review.id);
  return {
    key: action.key,
    action,
    review,
    requests,
    rules: await readRules(tx, action.key),
    replacesDoubt: action.failure === "did_not_happen" && (await hasDoubtfulPredecessor(tx, action.key)),
    nameOf: await namesOf(tx, requests.flatMap(peopleOf)),
  };
}

export async function openCaseOfRequest(tx: Tx, requestId: string): Promise<{ case: Case; request: RequestRecord }> {
  const opened = await openCase(tx, { requestId });
  const request = opened.requests.find(({ id }) => id === requestId);
  if (!request) throw notFound();
  return { case: opened, request };
}

export function peopleOf(request: RequestRecord): (string | null)[] {
  const signers = request.signOffs.map(({ approverId }) => approverId);
  return [request.requestedBy, request.editedBy, request.decidedBy, ...signers];
}
