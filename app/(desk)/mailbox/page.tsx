import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Mailbox } from "#components/mailbox/mailbox.tsx";
import { requirePermission } from "#lib/auth/index.ts";
import { requireSession } from "#lib/auth/session.ts";
import { readMailbox } from "#lib/demo/index.ts";
import { env } from "#lib/env.ts";

export const metadata: Metadata = { title: "Demo mailbox" };

export default async function MailboxPage() {
  const actor = await requireSession();
  requirePermission(actor, "mailbox.read");
  if (env().NOTWICE_DEMO !== "on") notFound();
  return <Mailbox mailbox={(await readMailbox()) ?? { entries: [], received: 0 }} />;
}
