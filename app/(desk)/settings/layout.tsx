import type { ReactNode } from "react";
import { SettingsNav } from "#components/settings/settings-nav.tsx";
import { requireSession } from "#lib/auth/session.ts";
import { settingsSections } from "./sections.ts";

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const sections = settingsSections(await requireSession());
  return (
    <>
      <SettingsNav sections={sections} />
      {children}
    </>
  );
}
