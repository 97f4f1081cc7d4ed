import { namesOf } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import type { ChangeRolesAnswer, ChangeRolesInput } from "./contract.ts";
import { sameRoles } from "./rules/roles.ts";
import { giveRoles } from "./standing/give-roles.ts";
import { loadUser, lockedAsAdmin, type UserStanding } from "./standing/load-standing.ts";

export async function changeRoles(actor: Actor, userId: string, input: ChangeRolesInput): Promise<ChangeRolesAnswer> {
  requirePermission(actor, "users.manage");
  return transaction(async (tx) => {
    await lockedAsAdmin(tx, actor);
    const standing = await loadUser(tx, userId);
    requireEnabled(standing);
    requireOurRoles(standing);
    await requireSeenRoles(tx, standing, input);
    if (sameRoles(standing.user.roles, input.roles)) {
      throw new AppError("invalid_input", "These are the roles there already.", { field: "roles" });
    }
    return { userId, ...(await giveRoles(tx, actor, userId, input.roles)) };
  });
}

export function requireEnabled({ user }: UserStanding): void {
  if (user.disabledAt === null) return;
  throw new AppError("illegal_transition", `The account of ${user.name} is disabled. Enable it first.`);
}

function requireOurRoles({ user }: UserStanding): void {
  if (!user.hasProvider || env().OIDC_ROLES_CLAIM === undefined) return;
  const sentence = `The roles of ${user.name} come from the sign-in provider at each sign-in: change them there.`;
  throw new AppError("illegal_transition", sentence);
}

async function requireSeenRoles(tx: Tx, { user, changes }: UserStanding, { seen }: ChangeRolesInput): Promise<void> {
  if (sameRoles(user.roles, seen)) return;
  const last = changes.find(({ state }) => state === "in_force");
  if (!last) throw new AppError("changed_since_seen", `The roles of ${user.name} were changed. Nothing was recorded.`);
  const by = last.decidedBy ?? last.proposedBy;
  const { name } = (await namesOf(tx, [by]))(by);
  const at = (last.decidedAt ?? last.proposedAt).toISOString();
  throw new AppError("changed_since_seen", `${name} changed the roles of ${user.name}. Nothing was recorded.`, {
    by: name,
    at,
  });
}
