import type { NameOf } from "#lib/audit/index.ts";
import { type Actor, hasPermission } from "#lib/auth/index.ts";
import { ALLOWED, refusal, type Refusal, type Ruling } from "../../decide/ruling.ts";
import { sayTime } from "../../decide/say.ts";
import type { BulkRecord } from "../../sql/bulk/bulk-columns.ts";

/** Its requests stand in its maker's name, so nobody else makes them. */
export function mayAskBulk(actor: Pick<Actor, "id" | "roles">, bulk: BulkRecord, nameOf: NameOf): Ruling {
  const decided = decidedBefore(bulk, nameOf);
  if (decided) return decided;
  if (bulk.requestedBy !== actor.id) {
    const { name } = nameOf(bulk.requestedBy);
    return refusal("rule", "forbidden", `Only ${name}, who put this set together, can ask for it.`);
  }
  if (!hasPermission(actor, "requests.create")) return refusal("role", "forbidden", "You may ask for nothing.");
  return ALLOWED;
}

function decidedBefore(bulk: BulkRecord, nameOf: NameOf): Refusal | null {
  if (bulk.state === "stopped") return stoppedBefore(bulk, nameOf);
  if (bulk.state === "draft") return null;
  if (bulk.form === "sign") {
    return refusal("state", "illegal_transition", "Its requests were pending before: there is nothing to ask.");
  }
  const { name } = nameOf(bulk.requestedBy);
  const at = bulk.askedAt ?? bulk.frozenAt;
  const facts = { by: name, at: at.toISOString(), decision: "asked" };
  return refusal("state", "decided_otherwise", `${name} asked for this set on ${sayTime(at)}.`, facts);
}

export function stoppedBefore(bulk: BulkRecord, nameOf: NameOf): Refusal {
  const by = bulk.stoppedBy === null ? "Someone" : nameOf(bulk.stoppedBy).name;
  const at = bulk.stoppedAt ?? bulk.frozenAt;
  const facts = { by, at: at.toISOString(), decision: "stopped" };
  return refusal("state", "decided_otherwise", `${by} stopped this set on ${sayTime(at)}.`, facts);
}
