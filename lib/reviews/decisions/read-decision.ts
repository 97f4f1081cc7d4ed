import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { findRequestByDecisionKey, findRequestSignedBy } from "../sql/requests/find-requests.ts";
import { toRequestAnswer, toSignOffAnswer } from "../views/to-answer.ts";
import type { RecordedDecision } from "./contract.ts";

/**
 * What became of a decision whose answer was lost, by its key and without making it. Only one's own: another's key says
 * what no key says.
 */
export async function readDecision(actor: Actor, decisionKey: string): Promise<RecordedDecision> {
  requirePermission(actor, "reviews.read");
  return transaction(async (tx): Promise<RecordedDecision> => {
    const request = await findRequestByDecisionKey(tx, actor.id, decisionKey);
    if (request) return { recorded: toRequestAnswer(request) };
    const signed = await findRequestSignedBy(tx, actor.id, decisionKey);
    const own = signed?.signOffs.find(({ approverId }) => approverId === actor.id);
    return { recorded: signed && own ? toSignOffAnswer(signed, own) : null };
  });
}
