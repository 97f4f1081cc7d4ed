import { writeAudit } from "#lib/audit/index.ts";
import { type Actor, enableAccount, endSessions, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { AppError } from "../errors.ts";
import type { UserStateAnswer } from "./contract.ts";
import { giveRolesAnew } from "./standing/give-anew.ts";
import { loadUser, lockedAsAdmin } from "./standing/load-standing.ts";

/** Gives the account back; the power it had is given anew. */
export async function enableUser(actor: Actor, userId: string): Promise<UserStateAnswer> {
  requirePermission(actor, "users.manage");
  return transaction(async (tx) => {
    await lockedAsAdmin(tx, actor);
    const { user } = await loadUser(tx, userId);
    const at = await enableAccount(tx, userId);
    if (at === null) throw new AppError("illegal_transition", `The account of ${user.name} is not disabled.`);
    // One that was being made while the account was disabled.
    await endSessions(tx, userId);
    await writeAudit(tx, {
      action: "user.enabled",
      actor: { type: "person", id: actor.id, roles: actor.roles },
      subject: { type: "user", id: userId },
    });
    const roles = await giveRolesAnew(tx, actor, userId);
    return { userId, status: "enabled", at: at.toISOString(), roles };
  });
}
