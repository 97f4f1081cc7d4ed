import { findDoubtfullyPreceded, lockAction, type LockedAction, lockActions, peekActions } from "#lib/actions/index.ts";
import { namesOf } from "#lib/audit/index.ts";
import type { Db, Tx } from "#lib/db/index.ts";
import { AppError, notFound } from "../../errors.ts";
import type { CaseFacts } from "../decide/facts.ts";
import { findRequestsOfReviews } from "../sql/requests/find-requests.ts";
import { lockRequests } from "../sql/requests/lock-requests.ts";
import type { RequestRecord } from "../sql/requests/request-columns.ts";
import {
  type CaseRef,
  findCaseRefOfRequest,
  findCaseRefs,
  findReviewOfAction,
} from "../sql/reviews/find-action-key.ts";
import { type LockedReview, lockReviews, peekReviews } from "../sql/reviews/lock-review.ts";
import { actionWords } from "../words.ts";
import { readRulesOf } from "./rules.ts";

export type Case = CaseFacts & { key: string };
export type CasesByReview = ReadonlyMap<string, Case>;

/** Locks a case in the one order everyone keeps (action, review, requests) and reads it as it then is. */
export async function openCase(tx: Tx, by: { reviewId: string } | { requestId: string }): Promise<Case> {
  const ref =
    "reviewId" in by ? (await findCaseRefs(tx, [by.reviewId]))[0] : await findCaseRefOfRequest(tx, by.requestId);
  const opened = ref && (await openCases(tx, [ref])).get(ref.reviewId);
  if (!opened) throw notFound();
  return opened;
}

/** The newest case of an action, open or not. */
export async function openCaseOfAction(tx: Tx, key: string): Promise<Case> {
  const action = await lockAction(tx, key);
  const reviewId = action && (await findReviewOfAction(tx, key));
  if (!reviewId) throw action ? noCase(action.status) : notFound();
  return openCase(tx, { reviewId });
}

function noCase(status: string): AppError {
  const message = `This action is ${actionWords(status)}, and no case of it was ever opened: nobody has to decide.`;
  return new AppError("illegal_transition", message, { state: status });
}

export async function openCaseOfRequest(tx: Tx, requestId: string): Promise<{ case: Case; request: RequestRecord }> {
  const opened = await openCase(tx, { requestId });
  const request = opened.requests.find(({ id }) => id === requestId);
  if (!request) throw notFound();
  return { case: opened, request };
}

/** Any number of cases: all actions in key order, then all reviews, then all requests. */
export async function openCases(tx: Tx, refs: readonly CaseRef[]): Promise<CasesByReview> {
  const actions = await lockActions(tx, refs.map(keyOf));
  const reviews = await lockReviews(tx, refs.map(reviewIdOf));
  const requests = await lockRequests(tx, refs.map(reviewIdOf));
  return toCases(tx, { actions, reviews, requests });
}

/** The same, unlocked: for a look before a decision, never for one. */
export async function peekCases(db: Db, refs: readonly CaseRef[]): Promise<CasesByReview> {
  const actions = await peekActions(db, refs.map(keyOf));
  const reviews = await peekReviews(db, refs.map(reviewIdOf));
  const requests = await findRequestsOfReviews(db, refs.map(reviewIdOf));
  return toCases(db, { actions, reviews, requests });
}

type CaseRows = { actions: LockedAction[]; reviews: LockedReview[]; requests: RequestRecord[] };

async function toCases(db: Db, { actions, reviews, requests }: CaseRows): Promise<CasesByReview> {
  const keys = actions.map(({ key }) => key);
  const rulesOf = await readRulesOf(db, keys);
  const proved = actions.filter(({ failure }) => failure === "did_not_happen").map(({ key }) => key);
  const doubtful = await findDoubtfullyPreceded(db, proved);
  const nameOf = await namesOf(db, requests.flatMap(peopleOf));
  const requestsOf = Map.groupBy(requests, ({ reviewId }) => reviewId);
  const actionByKey = new Map(actions.map((action) => [action.key, action]));
  return new Map(
    reviews.flatMap((review): [string, Case][] => {
      const action = actionByKey.get(review.actionKey);
      if (!action) return [];
      const { key } = action;
      const facts = { requests: requestsOf.get(review.id) ?? [], rules: rulesOf(key), nameOf };
      return [[review.id, { key, action, review, replacesDoubt: doubtful.has(key), ...facts }]];
    }),
  );
}

const keyOf = ({ key }: CaseRef) => key;
const reviewIdOf = ({ reviewId }: CaseRef) => reviewId;

export function peopleOf(request: RequestRecord): (string | null)[] {
  const signers = request.signOffs.map(({ approverId }) => approverId);
  return [request.requestedBy, request.editedBy, request.decidedBy, ...signers];
}
