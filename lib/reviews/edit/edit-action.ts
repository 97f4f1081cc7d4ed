import type { EditActionInput, EditAnswer } from "#lib/actions/contract.ts";
import { findIntent, hiddenPathsReader, isTaken, replaceAction } from "#lib/actions/index.ts";
import { writeAudit } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import { invariant, keyReused } from "../../errors.ts";
import { auditCase, signedBy } from "../case/audit-case.ts";
import { endAllExpired } from "../case/end-void-request.ts";
import { type Case, openCaseOfAction } from "../case/open-case.ts";
import { requireAllowed } from "../case/require-allowed.ts";
import { endRequest } from "../sql/requests/end-request.ts";
import { closeReview } from "../sql/reviews/move-review.ts";
import { type EditedIntent, editedIntent, knownIntent, sameIntent } from "./edited-intent.ts";
import { findEarlierEdit } from "./find-earlier-edit.ts";
import { mayEdit } from "./may-edit.ts";
import { openVersion } from "./open-version.ts";

/**
 * Replaces what is to be sent: the action is dismissed, a new one with the new bytes is held and waits for a signature
 * that is not its editor's. Only the old row is locked: nobody can know the new one before this commits.
 */
export async function editAction(
  actor: Actor,
  key: string,
  input: EditActionInput,
  decisionKey?: string,
): Promise<EditAnswer> {
  requirePermission(actor, "reviews.read");
  return transaction(async (tx) => {
    const opened = await openCaseOfAction(tx, key);
    const intent = await findIntent(tx, key);
    invariant(intent, "an action is never deleted");
    const repeated = decisionKey === undefined ? null : await findEarlierEdit(tx, { actor, key, decisionKey });
    if (repeated) return repeat(repeated, editedIntent(intent, input), input);

    const hidden = await hiddenPathsReader(tx, actor)(intent.kind);
    requireAllowed(mayEdit(actor, { ...opened, intent, seesPayload: hidden.length === 0 }), input, opened);
    const version = editedIntent(intent, input);
    const isSame = version.payloadHash === opened.action.payloadHash && version.target === intent.target;
    if (isSame || version.key === key) throw sameIntent();
    if (await isTaken(tx, version.key)) throw knownIntent(version.key);

    await replace(tx, opened, version, actor);
    const { reviewId, request } = await openVersion(tx, opened, { version, actor, reason: input.reason, decisionKey });
    return {
      actionKey: version.key,
      replacedKey: key,
      payloadHash: version.payloadHash,
      reviewId,
      requestId: request.id,
      at: request.requestedAt.toISOString(),
      expiresAt: request.expiresAt.toISOString(),
    };
  });
}

/** The old action, its request and its case, in the order in which they were locked. */
async function replace(tx: Tx, opened: Case, version: EditedIntent, actor: Actor): Promise<void> {
  const { key, action, review } = opened;
  const seen = { key, attempt: action.attempt, payloadHash: action.payloadHash };
  // The key is a hash of the whole intent, so only a writer that gave itself this very key can have come between.
  if (!(await replaceAction(tx, seen, version))) throw knownIntent(version.key);
  const by = signedBy(actor);
  const pending = opened.requests.find(({ state }) => state === "pending");
  if (pending?.isExpired) await endAllExpired(tx, [{ opened, request: pending }]);
  else if (pending) {
    const ended = await endRequest(tx, pending.id, { state: "superseded", endReason: "edited" });
    invariant(ended, "a locked pending request could not be ended");
    const detail = { endReason: "edited" };
    await auditCase(tx, opened, { action: "request.superseded", actor: by, requestId: pending.id, detail });
  }
  invariant(await closeReview(tx, review.id, "superseded"), "a locked review was not open");
  await writeAudit(tx, {
    action: "action.replaced",
    actor: by,
    subject: { type: "action", id: key },
    detail: {
      replacedBy: version.key,
      reviewId: review.id,
      attempt: action.attempt,
      from: action.status,
      payloadHash: action.payloadHash,
      newPayloadHash: version.payloadHash,
    },
  });
}

function repeat(
  earlier: EditAnswer & { reason: string },
  version: EditedIntent,
  { reason }: EditActionInput,
): EditAnswer {
  const { reason: given, ...answer } = earlier;
  if (answer.actionKey !== version.key || given !== reason) throw keyReused();
  return answer;
}
