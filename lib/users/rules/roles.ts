import { ROLES, type Role } from "#lib/auth/index.ts";

/** Whoever has one of these decides over others. */
const POWERS: readonly Role[] = ["approver", "admin"];

export function inOrder(roles: readonly Role[]): Role[] {
  return ROLES.filter((role) => roles.includes(role));
}

/** What a change gives that takes a second admin. */
export function powersGiven(from: readonly Role[], to: readonly Role[]): Role[] {
  return POWERS.filter((role) => to.includes(role) && !from.includes(role));
}

/** What is left without them; whoever has an account may at least read and ask. */
export function withoutPowers(roles: readonly Role[]): Role[] {
  const left = roles.filter((role) => !POWERS.includes(role));
  return left.length > 0 ? left : ["operator"];
}

export function sameRoles(one: readonly Role[], other: readonly Role[]): boolean {
  return inOrder(one).join() === inOrder(other).join();
}
