import { type Actor, hasPermission } from "#lib/auth/index.ts";

export type SettingsSection = { href: string; label: string };

/** What of the settings is this person's to see, in the order of the page. */
export function settingsSections(actor: Actor): SettingsSection[] {
  const sections: SettingsSection[] = [];
  if (hasPermission(actor, "users.manage")) sections.push({ href: "/settings/users", label: "Users" });
  sections.push({ href: "/settings/notifications", label: "Notifications" });
  sections.push({ href: "/settings/appearance", label: "Appearance" });
  if (hasPermission(actor, "tokens.manage")) sections.push({ href: "/settings/tokens", label: "Tokens" });
  return sections;
}
