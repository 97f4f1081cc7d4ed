import { type Actor, hasPermission } from "#lib/auth/index.ts";
import type { SignRevisionInput } from "../contract.ts";

export type SigningRefusal = { code: "own_request" | "forbidden"; sentence: string };

/** Whether this person may answer this proposal so: the one place where it is decided, beside the table's constraints. */
export function maySignRevision(
  actor: Pick<Actor, "id" | "roles">,
  { proposedBy }: { proposedBy: string },
  verdict: SignRevisionInput["verdict"],
): SigningRefusal | null {
  if (!hasPermission(actor, "policies.edit")) {
    return { code: "forbidden", sentence: "Signing a policy needs the role admin." };
  }
  const isOwn = proposedBy === actor.id;
  if (verdict === "withdraw") {
    return isOwn ? null : { code: "forbidden", sentence: "Only who proposed it may withdraw it." };
  }
  return isOwn ? { code: "own_request", sentence: "You proposed this, so another admin must sign it." } : null;
}
