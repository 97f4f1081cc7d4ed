import { type Actor, hasPermission } from "#lib/auth/index.ts";
import type { RequestRecord } from "../sql/requests/request-columns.ts";
import type { CaseFacts } from "./facts.ts";
import { hasEnded } from "./may-withdraw.ts";
import { ALLOWED, refusal, type Refusal, type Ruling } from "./ruling.ts";
import { tellReview } from "./say.ts";

/** Its requester, any signer of it, or any approver; until a worker has claimed the released action. */
export function mayTakeBack(actor: Pick<Actor, "id" | "roles">, request: RequestRecord, facts: CaseFacts): Ruling {
  const gone = noReleaseLeft(request, facts);
  if (gone) return gone;
  if (!hasPermission(actor, "requests.take_back")) {
    return refusal("role", "forbidden", "You may not take approvals back.");
  }
  const isSigner = request.signOffs.some(({ approverId }) => approverId === actor.id);
  if (request.requestedBy === actor.id || isSigner || hasPermission(actor, "requests.sign")) return ALLOWED;
  return refusal("role", "forbidden", "Only who asked for it, who signed it, or an approver can take it back.");
}

function noReleaseLeft(request: RequestRecord, facts: CaseFacts): Refusal | null {
  const { action, nameOf } = facts;
  if (request.state === "pending") {
    return refusal("state", "illegal_transition", "This request is not approved yet: withdraw it instead.");
  }
  const ended = request.state === "approved" ? null : hasEnded(request, nameOf);
  if (ended) return ended;
  if (action.releaseRequestId !== request.id) {
    return refusal("state", "decided_otherwise", "Its release is over: it was taken back, or ran out.");
  }
  if (action.status === "released") return null;
  if (action.status === "in_flight") {
    const by = action.claimedBy === null ? "A worker" : `Worker ${action.claimedBy}`;
    return refusal("state", "decided_otherwise", `${by} has already claimed it.`, {
      by: action.claimedBy ?? undefined,
    });
  }
  const told = tellReview(facts);
  return refusal("state", "decided_otherwise", `Nothing is left to take back. ${told.sentence}`, told.facts);
}
