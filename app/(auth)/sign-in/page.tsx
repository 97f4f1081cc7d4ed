import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { SignInForm } from "#components/auth/sign-in-form.tsx";
import { HOME_PATH, oidcSettings, readSignInProblem, safeNextPath, SIGN_IN_EMAIL_COOKIE } from "#lib/auth/index.ts";
import { currentActor } from "#lib/auth/session.ts";
import { environmentName } from "#lib/env.ts";
import { version } from "../../../package.json";

export const metadata: Metadata = { title: "Sign in" };

type SignInPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const query = await searchParams;
  const next = safeNextPath(query["next"]);
  if (await currentActor()) redirect(next);
  return (
    <SignInForm
      email={(await cookies()).get(SIGN_IN_EMAIL_COOKIE)?.value ?? ""}
      environment={environmentName()}
      error={readSignInProblem(query)}
      hasNewPassword={query["password"] === "set"}
      next={next === HOME_PATH ? null : next}
      provider={oidcSettings()?.name ?? null}
      version={version}
    />
  );
}
