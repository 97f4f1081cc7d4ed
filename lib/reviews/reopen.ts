import { reopenDismissed } from "#lib/actions/index.ts";
import { type Decision, findDecisions } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import { invariant } from "../errors.ts";
import { auditCase, signedBy } from "./case/audit-case.ts";
import { openCase } from "./case/open-case.ts";
import { requireAllowed } from "./case/require-allowed.ts";
import type { DecisionAnswer, ReopenInput } from "./contract.ts";
import { mayReopen } from "./decide/may-reopen.ts";
import { insertComment } from "./sql/reviews/insert-comment.ts";
import { reopenReview } from "./sql/reviews/move-review.ts";

const REOPENED = "review.reopened";

/** A dismissed case is open again, the same review. Nothing is released by it. */
export async function reopen(
  actor: Actor,
  reviewId: string,
  input: ReopenInput,
  decisionKey?: string,
): Promise<DecisionAnswer> {
  requirePermission(actor, "reviews.read");
  return transaction(async (tx) => {
    const opened = await openCase(tx, { reviewId });
    const repeated = decisionKey && (await findOwn(tx, { actor, reviewId, decisionKey }));
    if (repeated) return answer(reviewId, repeated.at);
    requireAllowed(mayReopen(actor, opened), input, opened);

    const reopened = await reopenDismissed(tx, opened.key);
    invariant(reopened, "a locked dismissed action could not be reopened");
    invariant(await reopenReview(tx, reviewId), "a locked dismissed review was not closed");
    const commentId = await insertComment(tx, { reviewId, authorId: actor.id, body: input.reason });
    const detail = { to: reopened.to, commentId, decisionKey };
    const { at } = await auditCase(tx, opened, { action: REOPENED, actor: signedBy(actor), detail });
    return answer(reviewId, at);
  });
}

type OwnDecision = { actor: Actor; reviewId: string; decisionKey: string };

async function findOwn(tx: Tx, { actor, reviewId, decisionKey }: OwnDecision): Promise<Decision | undefined> {
  const decisions = await findDecisions(tx, { type: "review", id: reviewId }, REOPENED);
  return decisions.find((earlier) => earlier.actorId === actor.id && earlier.decisionKey === decisionKey);
}

function answer(reviewId: string, at: Date): DecisionAnswer {
  return { reviewId, requestId: null, outcome: "reopened", at: at.toISOString() };
}
