import { setPassword, setPasswordPath, setPasswordSchema, signInEmailCookie } from "#lib/auth/index.ts";
import { redirectTo, route } from "#lib/http/index.ts";

/** Only a form that a person sent uses the link up; whatever merely opens it changes nothing. */
export const POST = route({ actor: "none", form: setPasswordSchema }, async ({ input }) => {
  const { email, problem } = await setPassword(input.body);
  if (problem) return redirectTo(setPasswordPath(input.body.token, problem));
  return redirectTo("/sign-in?password=set", [signInEmailCookie(email)]);
});
