import { writeAudit } from "#lib/audit/index.ts";
import type { Actor } from "#lib/auth/index.ts";
import type { Tx } from "#lib/db/index.ts";
import { invariant, keyReused } from "../../errors.ts";
import { signedBy } from "../case/audit-case.ts";
import type { Case } from "../case/open-case.ts";
import { readRules } from "../case/rules.ts";
import { signOffsNeeded } from "../decide/sign-offs-needed.ts";
import { insertRequests } from "../sql/requests/insert-request.ts";
import type { RequestRecord } from "../sql/requests/request-columns.ts";
import { openEditedReview } from "../sql/reviews/open-edited-review.ts";
import type { EditedIntent } from "./edited-intent.ts";

type Editing = { version: EditedIntent; actor: Actor; reason: string; decisionKey: string | undefined };

/** The case of the new version and its request, pending at once: its editor is its requester, and signs neither. */
export async function openVersion(
  tx: Tx,
  { key: replacedKey }: Case,
  { version, actor, reason, decisionKey }: Editing,
): Promise<{ reviewId: string; request: RequestRecord }> {
  const reviewId = await openEditedReview(tx, version.key);
  invariant(reviewId, "a new action has no review yet");
  // As they bind the new action, whose intent is new: a sign-off compares the request with these.
  const rules = await readRules(tx, version.key);
  const [request] = await insertRequests(tx, [
    {
      reviewId,
      type: "send",
      requestedBy: actor.id,
      editedBy: actor.id,
      reason,
      note: undefined,
      reference: undefined,
      payloadHash: version.payloadHash,
      attempt: 0,
      recovery: rules.recovery,
      gate: rules.gate,
      signOffsNeeded: signOffsNeeded("send", rules.signOffs, { failure: null, replacesDoubt: true }),
      ttlSeconds: rules.requestTtlSeconds,
      decisionKey,
    },
  ]);
  if (request === undefined) throw keyReused();
  const { id: requestId, payloadHash, signOffsNeeded: needed } = request;
  const by = signedBy(actor);
  const detail = { replaces: replacedKey, reviewId, requestId, payloadHash };
  await writeAudit(tx, { action: "action.edited", actor: by, subject: { type: "action", id: version.key }, detail });
  await writeAudit(tx, {
    action: "request.created",
    actor: by,
    subject: { type: "request", id: requestId },
    detail: { actionKey: version.key, reviewId, attempt: 0, type: "send", signOffsNeeded: needed, payloadHash },
  });
  return { reviewId, request };
}
