import { AppError } from "../errors.ts";
import type { Role } from "./contract.ts";
import { auth } from "./server/auth.ts";
import { seeAccount } from "./sql/find-account.ts";

export type Actor = {
  readonly type: "person";
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly Role[];
};

/** Roles and `disabled_at` are read anew each time: a session outlives neither a role taken away nor a disabled account. */
export async function getActor(headers: Headers): Promise<Actor | null> {
  const found = await auth().api.getSession({ headers });
  const account = found && (await seeAccount(found.user.id));
  if (!account || account.disabledAt !== null) return null;
  const { id, name, email, roles } = account;
  return { type: "person", id, name, email, roles };
}

export async function requireActor(headers: Headers): Promise<Actor> {
  const actor = await getActor(headers);
  if (actor === null) throw new AppError("unauthenticated", "Sign in first. Your session may have ended.");
  return actor;
}
