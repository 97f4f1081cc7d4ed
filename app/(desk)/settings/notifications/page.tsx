import type { Metadata } from "next";
import { Notifications } from "#components/notifications/notifications.tsx";
import { hasPermission } from "#lib/auth/index.ts";
import { requireSession } from "#lib/auth/session.ts";
import { readMySettings, readWebhooks } from "#lib/notifications/index.ts";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationsPage() {
  const actor = await requireSession();
  const webhooks = hasPermission(actor, "webhooks.edit") ? await readWebhooks(actor) : null;
  return <Notifications settings={await readMySettings(actor)} webhooks={webhooks} />;
}
