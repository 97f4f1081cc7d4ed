import { safeNextPath, signIn, signInEmailCookie, signInPath, signInSchema } from "#lib/auth/index.ts";
import { redirectTo, route } from "#lib/http/index.ts";

/** Answers a plain form, so that signing in needs no script. */
export const POST = route({ actor: "none", form: signInSchema }, async ({ input, request }) => {
  const { email, password, next } = input.body;
  const { cookies, problem } = await signIn({ email, password, headers: request.headers });
  if (problem) return redirectTo(signInPath(next, problem), [signInEmailCookie(email)]);
  return redirectTo(safeNextPath(next), [...cookies, signInEmailCookie("")]);
});
