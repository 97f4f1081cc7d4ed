import type { Actor } from "#lib/auth/index.ts";
import { DEFAULT_PREFERENCES, type Preferences, type PreferencesInput } from "./contract.ts";
import { putPreferences } from "./store.ts";

/** One's own. How a page looks decides nothing, so that the audit need not know. */
export async function savePreferences(actor: Pick<Actor, "id">, given: PreferencesInput): Promise<Preferences> {
  return putPreferences(actor.id, given, DEFAULT_PREFERENCES);
}
