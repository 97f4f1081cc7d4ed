import { type ActionDetail, hasDoubtfulPredecessor, hiddenPathsReader, loadAction } from "#lib/actions/index.ts";
import { namesOf, readTimeline } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { type Db, transaction } from "#lib/db/index.ts";
import { readEvidence } from "#lib/verification/index.ts";
import { invariant, notFound } from "../errors.ts";
import { peopleOf } from "./case/open-case.ts";
import { readRules } from "./case/rules.ts";
import type { RequestType, ReviewDetail } from "./contract.ts";
import { type CaseFacts, pendingRequest } from "./decide/facts.ts";
import { signOffsNeeded } from "./decide/sign-offs-needed.ts";
import type { EditFacts } from "./edit/may-edit.ts";
import { findReviewRow, type ReviewRecord } from "./sql/lists/list-review-rows.ts";
import { findApprovers } from "./sql/requests/find-approvers.ts";
import { findRequestsOfReviews } from "./sql/requests/find-requests.ts";
import { type CommentRecord, findComments } from "./sql/reviews/find-comments.ts";
import { sayVerdict } from "./views/say-verdict.ts";
import { toComment } from "./views/to-comment.ts";
import { toRequest } from "./views/to-request.ts";
import { toReviewRow } from "./views/to-review-row.ts";
import { viewerOf } from "./views/viewer-of.ts";

/** The page of a case: what is known, what would be sent, who decided what, and what this viewer may do. */
export async function readReview(actor: Actor, id: string): Promise<ReviewDetail> {
  requirePermission(actor, "reviews.read");
  return transaction(async (tx) => {
    const record = await findReviewRow(tx, id);
    if (record === null) throw notFound();
    const action = await loadAction(tx, record.actionKey, hiddenPathsReader(tx, actor));
    invariant(action, "a review refers to its action");
    const comments = await findComments(tx, id);
    const facts = await readFacts(tx, record, action, comments);
    const pending = pendingRequest(facts);
    const review = toReviewRow(record, { viewer: actor, rules: facts.rules, nameOf: facts.nameOf, pending });
    return {
      review,
      verdict: sayVerdict(action, record.predecessor),
      action,
      requests: facts.requests.map((request) => toRequest(request, facts.nameOf)),
      timeline: await readTimeline(tx, subjectsOf(record, facts)),
      comments: comments.map((comment) => toComment(comment, facts.nameOf)),
      verifications: withoutWords(await readEvidence(action.actionKey, tx), facts.seesPayload),
      rules: rulesOf(facts),
      viewer: viewerOf(actor, facts),
      couldSign: pending ? await findApprovers(tx, pending) : [],
      at: record.now.toISOString(),
    };
  });
}

/** A provider's answer may quote what the policy hides. */
function withoutWords(answers: ReviewDetail["verifications"], seesPayload: boolean): ReviewDetail["verifications"] {
  if (seesPayload) return answers;
  return answers.map(({ evidence: { excerpt: _excerpt, ...evidence }, ...answer }) => ({ ...answer, evidence }));
}

async function readFacts(
  tx: Db,
  record: ReviewRecord,
  action: ActionDetail,
  comments: readonly CommentRecord[],
): Promise<EditFacts> {
  const people = [record.assigneeId, ...comments.map(({ authorId }) => authorId)];
  const requests = await findRequestsOfReviews(tx, [record.id]);
  return {
    review: record,
    action: {
      ...action,
      payloadHash: action.payload.hash,
      hasPayload: action.payload.bytes !== null,
      releaseRequestId: action.release?.requestId ?? null,
    },
    requests,
    rules: await readRules(tx, record.actionKey),
    replacesDoubt: action.failure === "did_not_happen" && (await hasDoubtfulPredecessor(tx, action.actionKey)),
    intent: action,
    seesPayload: action.payload.hiddenPaths.length === 0,
    nameOf: await namesOf(tx, [...people, ...requests.flatMap(peopleOf)]),
  };
}

function subjectsOf(record: ReviewRecord, { requests }: CaseFacts): { type: string; id: string }[] {
  return [
    { type: "action", id: record.actionKey },
    { type: "review", id: record.id },
    ...requests.map(({ id }) => ({ type: "request", id })),
  ];
}

function rulesOf({ rules, action, replacesDoubt }: CaseFacts): ReviewDetail["rules"] {
  const { recovery, gate, nudge, paused, holdSeconds, requestTtlSeconds, releaseTtlSeconds } = rules;
  const certainty = { failure: action.failure, replacesDoubt };
  const needed = (type: RequestType) => signOffsNeeded(type, rules.signOffs, certainty);
  const signOffs = {
    send: needed("send"),
    resend: needed("resend"),
    dismiss: needed("dismiss"),
    mark_happened: needed("mark_happened"),
  };
  return { recovery, gate, nudge, paused, signOffs, holdSeconds, requestTtlSeconds, releaseTtlSeconds };
}
