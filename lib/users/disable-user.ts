import { writeAudit } from "#lib/audit/index.ts";
import { type Actor, disableAccount, endSessions, requirePermission, voidLinks } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { AppError } from "../errors.ts";
import type { UserStateAnswer } from "./contract.ts";
import { supersedeRoleChange } from "./sql/role-changes.ts";
import { lastAdmin } from "./standing/give-roles.ts";
import { loadUser, lockedAsAdmin } from "./standing/load-standing.ts";

/** Ends every session at once. The account stays, so that what its person did keeps their name. */
export async function disableUser(actor: Actor, userId: string): Promise<UserStateAnswer> {
  requirePermission(actor, "users.manage");
  return transaction(async (tx) => {
    await lockedAsAdmin(tx, actor);
    const { user } = await loadUser(tx, userId);
    if (user.disabledAt !== null) {
      throw new AppError("illegal_transition", `The account of ${user.name} is disabled already.`);
    }
    const at = await disableAccount(tx, userId);
    if (at === null) throw lastAdmin();
    const sessions = await endSessions(tx, userId);
    await voidLinks(tx, userId);
    const superseded = await supersedeRoleChange(tx, userId, actor.id);
    await writeAudit(tx, {
      action: "user.disabled",
      actor: { type: "person", id: actor.id, roles: actor.roles },
      subject: { type: "user", id: userId },
      detail: { sessions, ...(superseded && { supersededChangeId: superseded }) },
    });
    return { userId, status: "disabled", at: at.toISOString(), roles: null };
  });
}
