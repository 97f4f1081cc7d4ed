import { Title } from "@mantine/core";
import type { Metadata } from "next";
import { requirePagePermission, requireSession } from "#lib/auth/session.ts";

export const metadata: Metadata = { title: "Users" };

export default async function UsersPage() {
  const actor = await requireSession();
  requirePagePermission(actor, "users.manage");
  return <Title order={1}>Users</Title>;
}
