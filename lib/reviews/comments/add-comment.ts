import { lockAction } from "#lib/actions/index.ts";
import { writeAudit } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { keyReused, notFound } from "../../errors.ts";
import { signedBy } from "../case/audit-case.ts";
import type { AddCommentInput, CommentAnswer } from "../contract.ts";
import { findCaseRefs } from "../sql/reviews/find-action-key.ts";
import { findCommentByKey } from "../sql/reviews/find-comments.ts";
import { insertNote } from "../sql/reviews/insert-comment.ts";

/** A note in a case, open or closed. It decides nothing, so it leaves the version as it is. */
export async function addComment(
  actor: Actor,
  reviewId: string,
  { body }: AddCommentInput,
  decisionKey?: string,
): Promise<CommentAnswer> {
  requirePermission(actor, "reviews.comment");
  return transaction(async (tx) => {
    const [ref] = await findCaseRefs(tx, [reviewId]);
    if (ref === undefined) throw notFound();
    const { key } = ref;
    // The action first, as everyone does; two sendings of one note queue here.
    await lockAction(tx, key);
    const earlier = decisionKey === undefined ? null : await findCommentByKey(tx, actor.id, decisionKey);
    if (earlier) {
      if (earlier.reviewId !== reviewId || earlier.body !== body) throw keyReused();
      return { reviewId, commentId: earlier.id, at: earlier.at.toISOString() };
    }
    const comment = await insertNote(tx, { reviewId, authorId: actor.id, body, decisionKey });
    if (comment === null) throw keyReused();
    await writeAudit(tx, {
      action: "review.commented",
      actor: signedBy(actor),
      subject: { type: "review", id: reviewId },
      detail: { actionKey: key, commentId: comment.id },
    });
    return { reviewId, commentId: comment.id, at: comment.at.toISOString() };
  });
}
