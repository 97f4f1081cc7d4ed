import { forbidden, redirect } from "next/navigation";
import { requireSession } from "#lib/auth/session.ts";
import { settingsSections } from "./sections.ts";

export default async function SettingsPage() {
  const [first] = settingsSections(await requireSession());
  if (!first) forbidden();
  redirect(first.href);
}
