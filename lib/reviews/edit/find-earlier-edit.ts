import type { EditAnswer } from "#lib/actions/contract.ts";
import type { Actor } from "#lib/auth/index.ts";
import type { Tx } from "#lib/db/index.ts";
import { keyReused } from "../../errors.ts";
import { findRequestByDecisionKey } from "../sql/requests/find-requests.ts";
import { findReplaced } from "../sql/reviews/find-replaced.ts";

type OwnEdit = { actor: Actor; key: string; decisionKey: string };

/** What this person's edit of this action with this decision key answered; null where the key is a new one. */
export async function findEarlierEdit(
  tx: Tx,
  { actor, key, decisionKey }: OwnEdit,
): Promise<(EditAnswer & { reason: string }) | null> {
  const request = await findRequestByDecisionKey(tx, actor.id, decisionKey);
  if (request === null) return null;
  const replaced = await findReplaced(tx, request.reviewId);
  if (replaced?.replacedKey !== key || request.editedBy !== actor.id) throw keyReused();
  return {
    ...replaced,
    payloadHash: request.payloadHash,
    reviewId: request.reviewId,
    requestId: request.id,
    reason: request.reason,
    at: request.requestedAt.toISOString(),
    expiresAt: request.expiresAt.toISOString(),
  };
}
