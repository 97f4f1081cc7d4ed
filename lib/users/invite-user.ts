import { writeAudit } from "#lib/audit/index.ts";
import { type Actor, insertAccount, isEmailTaken, makeLink, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { AppError } from "../errors.ts";
import type { InviteUserInput, UserLink } from "./contract.ts";
import { withoutPowers } from "./rules/roles.ts";
import { giveRoles } from "./standing/give-roles.ts";
import { lockedAsAdmin } from "./standing/load-standing.ts";

/** An account without a password, and a link with which its person chooses one. */
export async function inviteUser(actor: Actor, { name, email, roles }: InviteUserInput): Promise<UserLink> {
  requirePermission(actor, "users.manage");
  return transaction(async (tx) => {
    await lockedAsAdmin(tx, actor);
    if (await isEmailTaken(tx, email)) {
      throw new AppError("invalid_input", "There is an account with this e-mail.", { field: "email" });
    }
    const first = withoutPowers(roles);
    const { id: userId } = await insertAccount({ name, email, roles: first }, tx);
    const { id: linkId, link, expiresAt } = await makeLink(tx, { purpose: "invitation", userId, createdBy: actor.id });
    await writeAudit(tx, {
      action: "user.invited",
      actor: { type: "person", id: actor.id, roles: actor.roles },
      subject: { type: "user", id: userId },
      detail: { linkId, expiresAt, given: first },
    });
    const given = await giveRoles(tx, actor, userId, roles);
    return { userId, link, expiresAt: expiresAt.toISOString(), roles: given };
  });
}
