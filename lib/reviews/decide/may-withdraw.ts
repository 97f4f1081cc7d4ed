import type { NameOf } from "#lib/audit/index.ts";
import { type Actor, hasPermission } from "#lib/auth/index.ts";
import type { RequestRecord } from "../sql/requests/request-columns.ts";
import { ALLOWED, refusal, type Refusal, type Ruling } from "./ruling.ts";
import { tellEnd } from "./say.ts";

export function mayWithdraw(actor: Pick<Actor, "id" | "roles">, request: RequestRecord, nameOf: NameOf): Ruling {
  const ended = hasEnded(request, nameOf);
  if (ended) return ended;
  if (request.requestedBy !== actor.id) {
    const { name } = nameOf(request.requestedBy);
    return refusal("rule", "forbidden", `Only ${name}, who asked for this, can withdraw it.`);
  }
  if (!hasPermission(actor, "requests.withdraw")) return refusal("role", "forbidden", "You may not withdraw requests.");
  return ALLOWED;
}

/** The refusal that comes before all others, for whoever answers a request that no longer waits. */
export function hasEnded(request: RequestRecord, nameOf: NameOf): Refusal | null {
  if (request.state === "pending" && !request.isExpired) return null;
  const state = request.state === "pending" ? "expired" : request.state;
  const { sentence, facts } = tellEnd({ ...request, state }, nameOf);
  if (state === "expired" || state === "superseded") return refusal("state", state, sentence, facts);
  return refusal("state", "decided_otherwise", sentence, facts);
}
