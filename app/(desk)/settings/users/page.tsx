import type { Metadata } from "next";
import { Users } from "#components/users/users.tsx";
import { requirePagePermission, requireSession } from "#lib/auth/session.ts";
import { listUsers } from "#lib/users/index.ts";

export const metadata: Metadata = { title: "Users" };

export default async function UsersPage() {
  const actor = await requireSession();
  requirePagePermission(actor, "users.manage");
  return <Users list={await listUsers(actor)} />;
}
