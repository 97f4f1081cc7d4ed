import { type Actor, requirePermission } from "#lib/auth/index.ts";
import type { LastPass } from "../contract.ts";
import { findLastPass } from "../store.ts";

/** Where nothing is found, this says whether anybody has looked. */
export async function readLastPass(actor: Actor): Promise<LastPass> {
  requirePermission(actor, "reviews.read");
  return findLastPass();
}
