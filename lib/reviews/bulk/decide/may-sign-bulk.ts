import type { NameOf } from "#lib/audit/index.ts";
import { type Actor, hasPermission } from "#lib/auth/index.ts";
import { ALLOWED, refusal, type Ruling } from "../../decide/ruling.ts";
import type { BulkRecord } from "../../sql/bulk/bulk-columns.ts";
import type { BulkSignOffRecord } from "../../sql/bulk/bulk-sign-offs.ts";
import { stoppedBefore } from "./may-ask-bulk.ts";

export type SignableBulk = {
  bulk: BulkRecord;
  signOffs: readonly Pick<BulkSignOffRecord, "approverId" | "at">[];
  nameOf: NameOf;
  /** How many of its requests wait for signatures. */
  pending: number;
};

/** Whether this person may sign the set at all; which of its requests, `maySign` decides for each. */
export function maySignBulk(actor: Pick<Actor, "id" | "roles">, signable: SignableBulk): Ruling {
  const { bulk, signOffs, nameOf, pending } = signable;
  if (bulk.state === "stopped") return stoppedBefore(bulk, nameOf);
  if (bulk.state === "draft") return refusal("state", "illegal_transition", "Nobody has asked for this set yet.");
  const own = signOffs.find(({ approverId }) => approverId === actor.id);
  if (own) {
    const facts = { at: own.at.toISOString() };
    return refusal("state", "decided_otherwise", "You already signed this set. Others may still have to.", facts);
  }
  if (pending === 0) return refusal("state", "illegal_transition", "Nothing in this set waits for a sign-off.");
  if (bulk.form === "ask" && bulk.requestedBy === actor.id) {
    return refusal("rule", "own_request", "You asked for this, so someone else must sign off.");
  }
  if (!hasPermission(actor, "requests.sign")) {
    return refusal("role", "forbidden", "Signing off needs the role approver.");
  }
  return ALLOWED;
}
