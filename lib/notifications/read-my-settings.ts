import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { EVENTS, type MySettings, type Preferences, preferencesSchema } from "./contract.ts";
import { mailIsOn } from "./send/send-mail.ts";
import { DEFAULT_DELIVERY } from "./sql/collect/join-messages.ts";
import { listMessages } from "./sql/outbox/list-messages.ts";
import { findPreferences } from "./sql/settings/preferences.ts";

/** How this person hears of each event, and what was sent to them of late. */
export async function readMySettings(actor: Actor): Promise<MySettings> {
  requirePermission(actor, "notifications.choose");
  return transaction(async (tx) => ({
    email: actor.email,
    mailIsOn: mailIsOn(),
    preferences: withDefaults(await findPreferences(tx, actor.id)),
    messages: (await listMessages(tx, "mail", [actor.id])).get(actor.id) ?? [],
  }));
}

function withDefaults(chosen: Partial<Preferences>): Preferences {
  return preferencesSchema.parse(Object.fromEntries(EVENTS.map((event) => [event, chosen[event] ?? DEFAULT_DELIVERY])));
}
