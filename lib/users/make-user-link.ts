import { writeAudit } from "#lib/audit/index.ts";
import { type Actor, makeLink, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { AppError } from "../errors.ts";
import { requireEnabled } from "./change-roles.ts";
import type { UserLink } from "./contract.ts";
import { giveRolesAnew } from "./standing/give-anew.ts";
import { loadUser, lockedAsAdmin, type UserStanding } from "./standing/load-standing.ts";

/** A new password, or the invitation once more. Whoever holds the link gets in: the account's power is given anew. */
export async function makeUserLink(actor: Actor, userId: string): Promise<UserLink> {
  requirePermission(actor, "users.manage");
  return transaction(async (tx) => {
    await lockedAsAdmin(tx, actor);
    const standing = await loadUser(tx, userId);
    requireEnabled(standing);
    const purpose = purposeOf(standing);
    if (purpose === "reset" && userId === actor.id) {
      throw new AppError("illegal_transition", "Another admin makes the link for your own password.");
    }
    const { id: linkId, link, expiresAt } = await makeLink(tx, { purpose, userId, createdBy: actor.id });
    await writeAudit(tx, {
      action: "user.link_made",
      actor: { type: "person", id: actor.id, roles: actor.roles },
      subject: { type: "user", id: userId },
      detail: { linkId, purpose, expiresAt },
    });
    const anew = purpose === "reset" ? await giveRolesAnew(tx, actor, userId) : null;
    const roles = anew ?? {
      outcome: "unchanged",
      changeId: null,
      roles: standing.user.roles,
      gives: [],
      effectiveAt: null,
    };
    return { userId, link, expiresAt: expiresAt.toISOString(), roles };
  });
}

function purposeOf({ user }: UserStanding): "invitation" | "reset" {
  if (user.hasPassword) return "reset";
  if (!user.hasProvider) return "invitation";
  throw new AppError("illegal_transition", `${user.name} signs in with the provider and has no password here.`);
}
