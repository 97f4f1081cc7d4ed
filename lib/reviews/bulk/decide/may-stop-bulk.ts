import type { NameOf } from "#lib/audit/index.ts";
import { type Actor, hasPermission } from "#lib/auth/index.ts";
import { ALLOWED, refusal, type Ruling } from "../../decide/ruling.ts";
import type { BulkRecord } from "../../sql/bulk/bulk-columns.ts";
import type { BulkSignOffRecord } from "../../sql/bulk/bulk-sign-offs.ts";
import { stoppedBefore } from "./may-ask-bulk.ts";

export type StoppableBulk = {
  bulk: BulkRecord;
  signOffs: readonly Pick<BulkSignOffRecord, "approverId">[];
  nameOf: NameOf;
  /** Releases that no worker has claimed. */
  released: number;
  /** Requests that wait for signatures. */
  pending: number;
};

/**
 * Its maker, whoever signed it, or any approver, while a release of it can be taken back; its maker also before it is
 * signed, as each of the requests could be withdrawn. A draft is its maker's.
 */
export function mayStopBulk(actor: Pick<Actor, "id" | "roles">, stoppable: StoppableBulk): Ruling {
  const { bulk, signOffs, nameOf, released, pending } = stoppable;
  if (bulk.state === "stopped") return stoppedBefore(bulk, nameOf);
  const isMaker = bulk.requestedBy === actor.id;
  if (bulk.state === "draft") {
    return isMaker ? ALLOWED : refusal("rule", "forbidden", "Only who put this set together can drop it.");
  }
  const isOwn = isMaker && bulk.form === "ask";
  if (released === 0 && !(isOwn && pending > 0)) {
    return refusal("state", "illegal_transition", "Nothing of this set is left to stop.");
  }
  const isSigner = signOffs.some(({ approverId }) => approverId === actor.id);
  const mayTakeBack = hasPermission(actor, "requests.take_back");
  if (mayTakeBack && (isMaker || isSigner || hasPermission(actor, "requests.sign"))) return ALLOWED;
  return refusal("role", "forbidden", "Only who asked for it, who signed it, or an approver can stop it.");
}
