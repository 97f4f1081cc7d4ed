import { writeAudit } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { EVENTS, type MySettings, type SavePreferencesInput } from "./contract.ts";
import { readMySettings } from "./read-my-settings.ts";
import { putPreference } from "./sql/settings/preferences.ts";

/** Of one's own, so there is nobody to be overtaken by; what is not given stays as it is. */
export async function saveMyPreferences(actor: Actor, { preferences }: SavePreferencesInput): Promise<MySettings> {
  requirePermission(actor, "notifications.choose");
  await transaction(async (tx) => {
    const changed: string[] = [];
    for (const event of EVENTS) {
      const delivery = preferences[event];
      if (delivery !== undefined && (await putPreference(tx, actor.id, event, delivery))) changed.push(event);
    }
    if (changed.length === 0) return;
    await writeAudit(tx, {
      action: "preferences.edited",
      actor: { type: "person", id: actor.id, roles: actor.roles },
      subject: { type: "user", id: actor.id },
      detail: { changed },
    });
  });
  return readMySettings(actor);
}
