import type { Actor } from "#lib/auth/index.ts";
import type { Tx } from "#lib/db/index.ts";
import type { RolesOutcome } from "../contract.ts";
import { sameRoles, withoutPowers } from "../rules/roles.ts";
import { giveRoles } from "./give-roles.ts";
import { loadUser } from "./load-standing.ts";

/**
 * For a way into an account that passes through an admin's hands: with the account's old power one admin alone would
 * be two people. What gives power is given anew, with all that this needs. Null: there was none.
 */
export async function giveRolesAnew(tx: Tx, actor: Actor, userId: string): Promise<RolesOutcome | null> {
  const { user } = await loadUser(tx, userId);
  const lowered = withoutPowers(user.roles);
  if (sameRoles(lowered, user.roles)) return null;
  await giveRoles(tx, actor, userId, lowered);
  return giveRoles(tx, actor, userId, user.roles);
}
