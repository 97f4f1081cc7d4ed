import type { RolesOutcome } from "#lib/users/contract.ts";

export function sayRoles(name: string, { outcome, roles, gives }: RolesOutcome): string {
  const now = `${name} is ${roles.join(", ")}`;
  switch (outcome) {
    case "proposed":
      return `${now}. The rest waits for another admin's sign-off.`;
    case "in_force":
      return gives.length === 0 ? `${now}.` : `${now}; ${gives.join(" and ")} 60 s from now.`;
    case "unchanged":
      return `${now}, as before.`;
  }
}
