import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { findPersonLoads } from "#lib/reviews/index.ts";
import { env } from "../env.ts";
import type { PendingRoleChange, UserList, UserRow } from "./contract.ts";
import { maySignRoleChange } from "./rules/may-sign-role-change.ts";
import { inOrder } from "./rules/roles.ts";
import { findUsers, type UserRecord } from "./sql/find-users.ts";
import { findProposals, type RoleChangeRecord } from "./sql/role-changes.ts";

export async function listUsers(actor: Actor): Promise<UserList> {
  requirePermission(actor, "users.manage");
  const [users, proposals, loads] = await Promise.all([findUsers(), findProposals(), findPersonLoads()]);
  const admins = users.filter(isUsableAdmin);
  const claimed = env().OIDC_ROLES_CLAIM !== undefined;
  return {
    users: users.map((user): UserRow => {
      const load = loads.find(({ userId }) => userId === user.id);
      const proposal = proposals.find(({ userId }) => userId === user.id);
      return {
        ...toRow(user),
        rolesComeFromProvider: claimed && user.hasProvider,
        isLastAdmin: admins.length === 1 && isUsableAdmin(user),
        isYou: user.id === actor.id,
        openRequests: load?.openRequests ?? 0,
        waitOnlyForThem: load?.waitOnlyForThem ?? 0,
        proposal: proposal ? toProposal(actor, proposal, users) : null,
      };
    }),
  };
}

function isUsableAdmin(user: UserRecord): boolean {
  return user.roles.includes("admin") && statusOf(user) === "active";
}

function statusOf(user: UserRecord): UserRow["status"] {
  if (user.disabledAt !== null) return "disabled";
  return user.hasPassword || user.hasProvider ? "active" : "invited";
}

function toRow(user: UserRecord) {
  const { id, name, email, raised, raisedEffectiveAt } = user;
  const isRaised = raisedEffectiveAt !== null && raised.length > 0;
  return {
    id,
    name,
    email,
    roles: inOrder(user.roles),
    raise: isRaised ? { roles: inOrder(raised), effectiveAt: raisedEffectiveAt.toISOString() } : null,
    status: statusOf(user),
    signsInWith: signsInWith(user),
    lastSeenAt: user.lastSeenAt?.toISOString() ?? null,
  };
}

function signsInWith({ hasPassword, hasProvider }: UserRecord): UserRow["signsInWith"] {
  if (hasProvider) return "provider";
  return hasPassword ? "password" : "nothing";
}

function toProposal(actor: Actor, change: RoleChangeRecord, users: readonly UserRecord[]): PendingRoleChange {
  const refused = maySignRoleChange(actor, change, "approve");
  const proposer = users.find(({ id }) => id === change.proposedBy);
  return {
    id: change.id,
    roles: inOrder(change.to),
    gives: inOrder(change.gives),
    proposedBy: { id: change.proposedBy, name: proposer?.name ?? change.proposedBy },
    proposedAt: change.proposedAt.toISOString(),
    sign: { allowed: refused === null, because: refused?.sentence ?? null },
    isOwn: change.proposedBy === actor.id,
  };
}
