import { lockAction } from "#lib/actions/index.ts";
import { writeAudit } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { AppError, notFound } from "../errors.ts";
import { signedBy } from "./case/audit-case.ts";
import type { AssignAnswer, AssignInput } from "./contract.ts";
import { findPerson } from "./sql/requests/find-approvers.ts";
import { assignReview, findReviewState } from "./sql/reviews/assign-review.ts";
import { findKeyOfReview } from "./sql/reviews/find-action-key.ts";

/** Who looks after a case: a mark for the others, not a lock. */
export async function assign(actor: Actor, reviewId: string, { assigneeId }: AssignInput): Promise<AssignAnswer> {
  requirePermission(actor, "reviews.assign");
  return transaction(async (tx) => {
    const assignee = assigneeId === null ? null : await findPerson(tx, assigneeId);
    if (assigneeId !== null && assignee === null) {
      throw new AppError("invalid_input", "Nobody with an account here has this id.", { field: "assigneeId" });
    }
    // The action first, as everyone does: a review locked alone would hold up whoever comes from its action.
    const key = await findKeyOfReview(tx, reviewId);
    if (key !== null) await lockAction(tx, key);
    const assigned = await assignReview(tx, reviewId, assigneeId);
    if (assigned === null) {
      if ((await findReviewState(tx, reviewId)) === null) throw notFound();
      throw new AppError("illegal_transition", "This case is closed: nobody has to look after it.");
    }
    await writeAudit(tx, {
      action: "review.assigned",
      actor: signedBy(actor),
      subject: { type: "review", id: reviewId },
      detail: { actionKey: assigned.actionKey, from: assigned.from, to: assigneeId },
    });
    return { reviewId, assignee };
  });
}
