import type { Metadata } from "next";
import { Appearance } from "#components/settings/appearance/appearance.tsx";
import { requireSession } from "#lib/auth/session.ts";

export const metadata: Metadata = { title: "Appearance" };

export default async function AppearancePage() {
  await requireSession();
  return <Appearance />;
}
