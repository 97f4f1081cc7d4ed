import { route } from "#lib/http/index.ts";
import { mySettingsSchema, savePreferencesInputSchema } from "#lib/notifications/contract.ts";
import { readMySettings, saveMyPreferences } from "#lib/notifications/index.ts";

export const GET = route({ actor: "session", response: mySettingsSchema }, async ({ actor }) => readMySettings(actor));

export const PUT = route(
  { actor: "session", body: savePreferencesInputSchema, response: mySettingsSchema },
  async ({ input, actor }) => saveMyPreferences(actor, input.body),
);
