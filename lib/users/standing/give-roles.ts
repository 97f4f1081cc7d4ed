import { namesOf, writeAudit } from "#lib/audit/index.ts";
import { type Actor, putRoles, type Role } from "#lib/auth/index.ts";
import type { Tx } from "#lib/db/index.ts";
import { AppError, invariant } from "../../errors.ts";
import type { RolesOutcome } from "../contract.ts";
import { inOrder, powersGiven, sameRoles } from "../rules/roles.ts";
import { insertRoleChange, supersedeRoleChange } from "../sql/role-changes.ts";
import { loadUser, type UserStanding } from "./load-standing.ts";

/** As a policy's loosening: time for who is told to object. */
export const RAISE_DELAY_SECONDS = 60;

/** Writes the roles; what gives power is proposed, where another admin could sign it. */
export async function giveRoles(tx: Tx, actor: Actor, userId: string, wanted: readonly Role[]): Promise<RolesOutcome> {
  const standing = await loadUser(tx, userId);
  const from = inOrder(standing.user.roles);
  const to = inOrder(wanted);
  if (sameRoles(from, to)) return { outcome: "unchanged", changeId: null, roles: from, gives: [], effectiveAt: null };
  const gives = powersGiven(from, to);
  const write = { userId, from, to, gives };
  if (gives.length === 0 || !standing.takesTwo) return putInForce(tx, actor, write);
  return propose(tx, actor, standing, write);
}

type Write = { userId: string; from: Role[]; to: Role[]; gives: Role[] };

async function putInForce(tx: Tx, actor: Actor, write: Write): Promise<RolesOutcome> {
  const { userId, from, to, gives } = write;
  const superseded = await supersedeRoleChange(tx, userId, actor.id);
  const effectiveAt = await putRoles(tx, { ...write, delaySeconds: RAISE_DELAY_SECONDS });
  if (effectiveAt === null) throw lastAdmin();
  const changeId = await insertRoleChange(tx, { ...write, proposedBy: actor.id, effectiveAt });
  invariant(changeId, "a change of locked roles was taken");
  await writeAudit(tx, {
    action: "user.roles_changed",
    actor: { type: "person", id: actor.id, roles: actor.roles },
    subject: { type: "user", id: userId },
    detail: { changeId, from, to, gives, effectiveAt, ...(superseded && { supersededChangeId: superseded }) },
  });
  return { outcome: "in_force", changeId, roles: to, gives, effectiveAt: effectiveAt.toISOString() };
}

async function propose(tx: Tx, actor: Actor, standing: UserStanding, write: Write): Promise<RolesOutcome> {
  const { proposal, adminIds, user } = standing;
  if (proposal) {
    const { name } = (await namesOf(tx, [proposal.proposedBy]))(proposal.proposedBy);
    const facts = { by: name, at: proposal.proposedAt.toISOString() };
    throw new AppError("request_pending", `${name} proposed other roles for ${user.name}. That comes first.`, facts);
  }
  const others = adminIds.filter((id) => id !== actor.id);
  if (!others.some((id) => id !== write.userId)) {
    throw new AppError("illegal_transition", others.length > 0 ? onlyOther(user.name) : ALONE_SINCE_A_MOMENT);
  }
  const changeId = await insertRoleChange(tx, { ...write, proposedBy: actor.id, effectiveAt: null });
  invariant(changeId, "a proposal for locked roles was taken");
  await writeAudit(tx, {
    action: "user.roles_proposed",
    actor: { type: "person", id: actor.id, roles: actor.roles },
    subject: { type: "user", id: write.userId },
    detail: { changeId, from: write.from, to: write.to, gives: write.gives },
  });
  return { outcome: "proposed", changeId, roles: write.from, gives: write.gives, effectiveAt: null };
}

function onlyOther(name: string): string {
  return `Nobody could sign it: ${name} is the only other admin. Let ${name} propose it, and sign.`;
}

const ALONE_SINCE_A_MOMENT =
  "You are the only admin since less than a day ago, and this takes two. A day after that you may do it alone.";

export function lastAdmin(): AppError {
  return new AppError("illegal_transition", "This is the last admin. Make somebody else an admin first.");
}
