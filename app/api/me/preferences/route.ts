import { route } from "#lib/http/index.ts";
import { preferencesInputSchema, preferencesSchema } from "#lib/preferences/contract.ts";
import { readPreferences, savePreferences } from "#lib/preferences/index.ts";

export const GET = route({ actor: "session", response: preferencesSchema }, async ({ actor }) =>
  readPreferences(actor),
);

export const PUT = route(
  { actor: "session", body: preferencesInputSchema, response: preferencesSchema },
  async ({ actor, input }) => savePreferences(actor, input.body),
);
