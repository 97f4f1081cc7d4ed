import { takeBackRelease } from "#lib/actions/index.ts";
import { type Decision, findDecisions } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { AppError, invariant } from "../errors.ts";
import { auditCase, signedBy } from "./case/audit-case.ts";
import { openCaseOfRequest } from "./case/open-case.ts";
import type { DecisionAnswer, UndoInput } from "./contract.ts";
import { mayTakeBack } from "./decide/may-take-back.ts";
import { toError } from "./decide/ruling.ts";
import { sayTime } from "./decide/say.ts";
import type { RequestRecord } from "./sql/requests/request-columns.ts";
import { insertComment } from "./sql/reviews/insert-comment.ts";
import { returnReview } from "./sql/reviews/move-review.ts";

const TAKEN_BACK = "release.taken_back";

/** Undoes an approval before a worker has claimed it. The request stays approved; its release is gone for good. */
export async function takeBack(actor: Actor, requestId: string, input: UndoInput): Promise<DecisionAnswer> {
  requirePermission(actor, "reviews.read");
  return transaction(async (tx) => {
    const { case: opened, request } = await openCaseOfRequest(tx, requestId);
    // The audit alone says what became of a release: the request itself stays approved.
    const [earlier] = await findDecisions(tx, { type: "request", id: requestId }, TAKEN_BACK);
    if (earlier?.actorId === actor.id) return answer(request, earlier.at);
    if (earlier) throw takenBackBy(earlier);
    const ruling = mayTakeBack(actor, request, opened);
    if (!ruling.allowed) throw toError(ruling);

    const takenBack = await takeBackRelease(tx, opened.key, requestId);
    invariant(takenBack, "a locked release could not be taken back");
    invariant(await returnReview(tx, opened.review.id), "a locked review was not released");
    const commentId = await insertComment(tx, { reviewId: opened.review.id, authorId: actor.id, body: input.note });
    const detail = { to: takenBack.to, commentId };
    const { at } = await auditCase(tx, opened, { action: TAKEN_BACK, actor: signedBy(actor), requestId, detail });
    return answer(request, at);
  });
}

function takenBackBy({ name, at }: Decision): AppError {
  const facts = { by: name, at: at.toISOString(), decision: "taken_back" };
  return new AppError("decided_otherwise", `${name} took this back on ${sayTime(at)}.`, facts);
}

function answer({ id, reviewId }: RequestRecord, at: Date): DecisionAnswer {
  return { reviewId, requestId: id, outcome: "taken_back", at: at.toISOString() };
}
