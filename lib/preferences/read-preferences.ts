import type { Actor } from "#lib/auth/index.ts";
import { DEFAULT_PREFERENCES, type Preferences } from "./contract.ts";
import { findPreferences } from "./store.ts";

/** One's own; nobody reads another's. */
export async function readPreferences(actor: Pick<Actor, "id">): Promise<Preferences> {
  return (await findPreferences(actor.id)) ?? DEFAULT_PREFERENCES;
}
