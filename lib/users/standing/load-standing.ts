import { type Actor, findAccount, lockAccounts, requirePermission } from "#lib/auth/index.ts";
import type { Tx } from "#lib/db/index.ts";
import { AppError, notFound } from "../../errors.ts";
import { findAdmins, findUser, type UserRecord } from "../sql/find-users.ts";
import { findRoleChanges, type RoleChangeRecord } from "../sql/role-changes.ts";

const ADMINS_FOR_FOUR_EYES = 2;

export type UserStanding = {
  user: UserRecord;
  /** Newest first. */
  changes: RoleChangeRecord[];
  proposal: RoleChangeRecord | undefined;
  adminIds: string[];
  /** Giving power takes two: there are two admins, or were until a moment ago. */
  takesTwo: boolean;
};

/** Under the lock of the accounts, where the one who acts may have lost the role to the one before them. */
export async function lockedAsAdmin(tx: Tx, actor: Actor): Promise<void> {
  await lockAccounts(tx);
  const account = await findAccount(actor.id, tx);
  if (account === null || account.disabledAt !== null) throw new AppError("forbidden", "Your account was disabled.");
  requirePermission(account, "users.manage");
}

/** All that a change of this person is judged by. */
export async function loadUser(tx: Tx, userId: string): Promise<UserStanding> {
  const user = await findUser(tx, userId);
  if (user === null) throw notFound();
  const changes = await findRoleChanges(tx, userId);
  const proposal = changes.find(({ state }) => state === "proposed");
  const admins = await findAdmins(tx);
  const adminIds = admins.filter(({ isNow }) => isNow).map(({ id }) => id);
  return { user, changes, proposal, adminIds, takesTwo: admins.length >= ADMINS_FOR_FOUR_EYES };
}
