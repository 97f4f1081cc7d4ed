import { namesOf, writeAudit } from "#lib/audit/index.ts";
import { type Actor, putRoles, requirePermission } from "#lib/auth/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import { AppError, invariant, notFound } from "../errors.ts";
import { requireEnabled } from "./change-roles.ts";
import type { SignRoleChangeAnswer, SignRoleChangeInput } from "./contract.ts";
import { maySignRoleChange } from "./rules/may-sign-role-change.ts";
import { decideRoleChange, type RoleChangeRecord } from "./sql/role-changes.ts";
import { RAISE_DELAY_SECONDS } from "./standing/give-roles.ts";
import { loadUser, lockedAsAdmin } from "./standing/load-standing.ts";

const OUTCOMES = { approve: "in_force", reject: "rejected", withdraw: "withdrawn" } as const;
const AUDIT_ACTIONS = {
  approve: "user.roles_approved",
  reject: "user.roles_rejected",
  withdraw: "user.roles_withdrawn",
} as const;

/** A second admin's verdict on what gives power, or its proposer's second thoughts. */
export async function signRoleChange(
  actor: Actor,
  userId: string,
  input: SignRoleChangeInput,
): Promise<SignRoleChangeAnswer> {
  requirePermission(actor, "users.manage");
  return transaction(async (tx) => {
    await lockedAsAdmin(tx, actor);
    const standing = await loadUser(tx, userId);
    const change = standing.changes.find(({ id }) => id === input.changeId);
    if (!change) throw notFound();
    await requireProposed(tx, change);
    const because = maySignRoleChange(actor, change, input.verdict);
    if (because !== null) throw new AppError(because.code, because.sentence);
    if (input.verdict === "approve") requireEnabled(standing);
    return decide(tx, actor, change, input);
  });
}

async function requireProposed(tx: Tx, { state, decidedBy, decidedAt, proposedAt }: RoleChangeRecord): Promise<void> {
  if (state === "proposed") return;
  const by = decidedBy === null ? "Someone" : (await namesOf(tx, [decidedBy]))(decidedBy).name;
  const facts = { by, at: (decidedAt ?? proposedAt).toISOString(), decision: state };
  if (state === "superseded") throw new AppError("superseded", `${by} changed this account, so it is void.`, facts);
  const words = { in_force: "approved", rejected: "turned down", withdrawn: "withdrew" } as const;
  throw new AppError("decided_otherwise", `${by} ${words[state]} it.`, facts);
}

async function decide(
  tx: Tx,
  actor: Actor,
  change: RoleChangeRecord,
  { verdict, note }: SignRoleChangeInput,
): Promise<SignRoleChangeAnswer> {
  const { id: changeId, userId, from, to, gives, proposedBy } = change;
  const state = OUTCOMES[verdict];
  const effectiveAt =
    state === "in_force" ? await putRoles(tx, { userId, from, to, gives, delaySeconds: RAISE_DELAY_SECONDS }) : null;
  if (state === "in_force" && effectiveAt === null) {
    throw new AppError("changed_since_seen", "The roles are not those it was proposed for. Propose it again.");
  }
  const isDecided = await decideRoleChange(tx, changeId, { state, decidedBy: actor.id, effectiveAt, note });
  invariant(isDecided, "a proposal for locked roles was taken");
  await writeAudit(tx, {
    action: AUDIT_ACTIONS[verdict],
    actor: { type: "person", id: actor.id, roles: actor.roles },
    subject: { type: "user", id: userId },
    detail: { changeId, from, to, gives, proposedBy, ...(effectiveAt && { effectiveAt }) },
  });
  return { userId, changeId, outcome: state, effectiveAt: effectiveAt?.toISOString() ?? null };
}
