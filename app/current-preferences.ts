import { cache } from "react";
import { currentActor } from "#lib/auth/session.ts";
import { DEFAULT_PREFERENCES, type Preferences } from "#lib/preferences/contract.ts";
import { readPreferences } from "#lib/preferences/index.ts";

/** For the first paint, so that nothing flashes. Looks are no reason to withhold a page: without an answer, the defaults. */
export const currentPreferences = cache(async (): Promise<Preferences> => {
  try {
    const actor = await currentActor();
    return actor === null ? DEFAULT_PREFERENCES : await readPreferences(actor);
  } catch {
    return DEFAULT_PREFERENCES;
  }
});
