import { type Actor, hasPermission } from "#lib/auth/index.ts";
import type { SignRoleChangeInput } from "../contract.ts";

export type SigningRefusal = { code: "own_request" | "forbidden"; sentence: string };

/** Whether this person may answer this proposal so: the one place where it is decided, beside the table's constraints. */
export function maySignRoleChange(
  actor: Pick<Actor, "id" | "roles">,
  change: { proposedBy: string; userId: string },
  verdict: SignRoleChangeInput["verdict"],
): SigningRefusal | null {
  if (!hasPermission(actor, "users.manage")) {
    return { code: "forbidden", sentence: "Signing for a role needs the role admin." };
  }
  const isOwn = change.proposedBy === actor.id;
  if (verdict === "withdraw") {
    return isOwn ? null : { code: "forbidden", sentence: "Only who proposed it may withdraw it." };
  }
  if (isOwn) return { code: "own_request", sentence: "You proposed this, so another admin must sign it." };
  if (change.userId === actor.id) {
    return { code: "own_request", sentence: "It is you who would get the role, so another admin must sign it." };
  }
  return null;
}
