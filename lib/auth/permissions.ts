import { AppError } from "../errors.ts";
import type { Actor } from "./actor.ts";
import type { Role } from "./contract.ts";

const EVERYONE: readonly Role[] = ["operator", "approver", "admin"];
const APPROVERS: readonly Role[] = ["approver"];
const DECIDERS: readonly Role[] = ["approver", "admin"];
const ADMINS: readonly Role[] = ["admin"];

/** An admin who is not also an approver signs nothing. */
export const PERMISSIONS = {
  "reviews.read": EVERYONE,
  "reviews.assign": EVERYONE,
  "reviews.reopen": EVERYONE,
  "reviews.comment": EVERYONE,
  "actions.edit": EVERYONE,
  "requests.create": EVERYONE,
  "requests.withdraw": EVERYONE,
  "requests.sign": APPROVERS,
  "requests.take_back": EVERYONE,
  "runs.cancel": EVERYONE,
  "policies.read": EVERYONE,
  "policies.edit": ADMINS,
  "reaper.run": ADMINS,
  "tokens.manage": ADMINS,
  "audit.read": EVERYONE,
  "audit.export": DECIDERS,
  "mailbox.read": EVERYONE,
  "users.manage": ADMINS,
  "notifications.choose": EVERYONE,
  "webhooks.edit": ADMINS,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

export function hasPermission(actor: Pick<Actor, "roles">, permission: Permission): boolean {
  return actor.roles.some((role) => PERMISSIONS[permission].includes(role));
}

export function requirePermission(actor: Pick<Actor, "roles">, permission: Permission): void {
  if (hasPermission(actor, permission)) return;
  const needed = PERMISSIONS[permission];
  const who = needed.length === 1 ? `the role ${needed[0]}` : `one of the roles ${needed.join(", ")}`;
  throw new AppError("forbidden", `This needs ${who}.`);
}
