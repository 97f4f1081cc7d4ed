import {
  type SetPasswordProblem,
  setPasswordProblemSchema,
  type SignInProblem,
  signInProblemSchema,
} from "./contract.ts";
import { HOME_PATH, safeNextPath } from "./next-path.ts";

export const SIGN_IN_EMAIL_COOKIE = "notwice-sign-in-email";
const REMEMBER_EMAIL_SECONDS = 300;

/** Back to the page after a refusal. The e-mail travels in a cookie: a query ends in logs and histories. */
export function signInPath(next: string | undefined, problem?: SignInProblem): string {
  const query = new URLSearchParams(problem);
  const path = safeNextPath(next);
  if (path !== HOME_PATH) query.set("next", path);
  return query.size > 0 ? `/sign-in?${query}` : "/sign-in";
}

export function readSignInProblem(query: Record<string, unknown>): SignInProblem | null {
  return signInProblemSchema.safeParse(query).data ?? null;
}

export function signInEmailCookie(email: string): string {
  const seconds = email === "" ? 0 : REMEMBER_EMAIL_SECONDS;
  return `${SIGN_IN_EMAIL_COOKIE}=${encodeURIComponent(email)}; Path=/sign-in; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
}

export function setPasswordPath(token: string, error: SetPasswordProblem["error"]): string {
  return `/set-password?${new URLSearchParams({ token, error })}`;
}

export function readSetPasswordProblem(query: Record<string, unknown>): SetPasswordProblem | null {
  return setPasswordProblemSchema.safeParse(query).data ?? null;
}
