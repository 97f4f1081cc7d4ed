import type { Metadata } from "next";
import { SetPasswordForm } from "#components/auth/set-password-form.tsx";
import { readLink, readSetPasswordProblem } from "#lib/auth/index.ts";

export const metadata: Metadata = { title: "Set a password" };

type SetPasswordPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Reads the link and leaves it as it is: mail scanners and previews open it too. */
export default async function SetPasswordPage({ searchParams }: SetPasswordPageProps) {
  const query = await searchParams;
  const token = String(query["token"] ?? "");
  const link = await readLink(token);
  return <SetPasswordForm link={link} problem={readSetPasswordProblem(query)} token={token} />;
}
