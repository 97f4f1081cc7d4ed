import type { Metadata } from "next";
import { Duplicates } from "#components/overview/duplicates.tsx";
import { listDuplicates } from "#lib/actions/index.ts";
import { requireSession } from "#lib/auth/session.ts";

export const metadata: Metadata = { title: "Duplicates" };

export default async function DuplicatesPage() {
  const actor = await requireSession();
  return <Duplicates list={await listDuplicates(actor)} />;
}
