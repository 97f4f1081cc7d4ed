import { expect, it } from "vitest";
import { hasPermission, type Permission, requirePermission, type Role, ROLES } from "#lib/auth/index.ts";
import { AppError } from "#lib/errors.ts";

const READS: Permission[] = ["reviews.read", "policies.read", "audit.read", "mailbox.read"];

it.each(ROLES)("%s reads everything and may ask", (role) => {
  for (const permission of [...READS, "requests.create", "requests.withdraw"] as const) {
    expect(hasPermission({ roles: [role] }, permission)).toBe(true);
  }
});

it.each<[Permission, Role[]]>([
  ["requests.sign", ["approver"]],
  ["policies.edit", ["admin"]],
  ["audit.export", ["approver", "admin"]],
  ["users.manage", ["admin"]],
  ["tokens.manage", ["admin"]],
  ["webhooks.edit", ["admin"]],
])("%s belongs to %j only", (permission, roles) => {
  expect(ROLES.filter((role) => hasPermission({ roles: [role] }, permission))).toEqual(roles);
});

it("lets an admin sign who is also an approver", () => {
  expect(hasPermission({ roles: ["admin", "approver"] }, "requests.sign")).toBe(true);
});

it("grants nothing to a person without a role", () => {
  expect(hasPermission({ roles: [] }, "reviews.read")).toBe(false);
});

it("refuses in words that name the role", () => {
  expect(() => requirePermission({ roles: ["operator"] }, "requests.sign")).toThrow(
    new AppError("forbidden", "This needs the role approver."),
  );
});
