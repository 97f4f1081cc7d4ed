import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { invariant } from "../errors.ts";
import { auditCase, signedBy } from "./case/audit-case.ts";
import { openCaseOfRequest } from "./case/open-case.ts";
import type { DecisionAnswer, UndoInput } from "./contract.ts";
import { mayWithdraw } from "./decide/may-withdraw.ts";
import { toError } from "./decide/ruling.ts";
import { endRequest } from "./sql/requests/end-request.ts";
import { insertComment } from "./sql/reviews/insert-comment.ts";
import { raiseVersion } from "./sql/reviews/move-review.ts";

/** Its requester takes a request back before it is decided; doing so twice is doing it once. */
export async function withdrawRequest(actor: Actor, requestId: string, input: UndoInput): Promise<DecisionAnswer> {
  requirePermission(actor, "reviews.read");
  return transaction(async (tx) => {
    const { case: opened, request } = await openCaseOfRequest(tx, requestId);
    const answer = (at: Date): DecisionAnswer => {
      return { reviewId: request.reviewId, requestId, outcome: "withdrawn", at: at.toISOString() };
    };
    if (request.state === "withdrawn" && request.decidedBy === actor.id && request.decidedAt) {
      return answer(request.decidedAt);
    }
    const ruling = mayWithdraw(actor, request, opened.nameOf);
    if (!ruling.allowed) throw toError(ruling);

    const ended = await endRequest(tx, requestId, { state: "withdrawn", decidedBy: actor.id });
    invariant(ended, "a locked pending request could not be ended");
    await raiseVersion(tx, request.reviewId);
    const commentId = await insertComment(tx, { reviewId: request.reviewId, authorId: actor.id, body: input.note });
    const detail = { type: request.type, commentId };
    await auditCase(tx, opened, { action: "request.withdrawn", actor: signedBy(actor), requestId, detail });
    return answer(ended.decidedAt);
  });
}
