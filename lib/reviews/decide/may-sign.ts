import { type Actor, hasPermission } from "#lib/auth/index.ts";
import type { RequestState } from "../contract.ts";
import { ALLOWED, refusal, type Ruling } from "./ruling.ts";

export type SignableRequest = {
  state: RequestState;
  requestedBy: string;
  /** Who last edited the bytes; empty where nobody did. */
  editedBy: string;
  /** Everyone who edited them, or those of a version before. */
  editors: readonly string[];
  isExpired: boolean;
  signOffs: readonly { approverId: string; at: Date }[];
};

/** Whether this person may sign this request: the one place where it is decided, beside the constraints of the table. */
export function maySign(actor: Pick<Actor, "id" | "roles">, request: SignableRequest): Ruling {
  if (request.state !== "pending") return refusal("state", "illegal_transition", "This request is already decided.");
  if (request.isExpired) return refusal("state", "expired", "This request expired. Ask again.");
  const own = request.signOffs.find((signOff) => signOff.approverId === actor.id);
  if (own) {
    const at = own.at.toISOString();
    return refusal("state", "decided_otherwise", "You already signed this request. Others may still have to.", { at });
  }
  if (request.requestedBy === actor.id) {
    return refusal("rule", "own_request", "You asked for this, so someone else must sign off.");
  }
  if (request.editedBy === actor.id) {
    return refusal("rule", "own_request", "You edited what is to be sent, so someone else must sign off.");
  }
  if (request.editors.includes(actor.id)) {
    return refusal("rule", "own_request", "You edited an earlier version of this, so someone else must sign off.");
  }
  if (!hasPermission(actor, "requests.sign")) {
    return refusal("role", "forbidden", "Signing off needs the role approver.");
  }
  return ALLOWED;
}
