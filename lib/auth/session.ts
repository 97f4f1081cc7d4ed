import { headers } from "next/headers";
import { forbidden, redirect } from "next/navigation";
import { cache } from "react";
import { type Actor, getActor } from "./actor.ts";
import { hasPermission, type Permission } from "./permissions.ts";
import { signInPath } from "./sign-in-page.ts";

/** For server pages and layouts: one look-up per request, however many ask. */
export const currentActor = cache(async (): Promise<Actor | null> => getActor(await headers()));

/** Every page of the desk calls it: a page is rendered beside its layout, not after it. */
export async function requireSession(): Promise<Actor> {
  const actor = await currentActor();
  if (actor === null) redirect(signInPath((await headers()).get("x-path") ?? undefined));
  return actor;
}

/** For a page that whole roles may not see: the answer is 403, as its routes would answer. */
export function requirePagePermission(actor: Actor, permission: Permission): void {
  if (!hasPermission(actor, permission)) forbidden();
}
