import { APIError } from "better-auth/api";
import type { SignInProblem } from "./contract.ts";
import { auth } from "./server/auth.ts";
import { ACCOUNT_DISABLED, TOO_MANY_TRIES } from "./server/hooks.ts";

export type SignInResult = { cookies: string[]; problem?: undefined } | { cookies?: undefined; problem: SignInProblem };

export async function signIn(given: { email: string; password: string; headers: Headers }): Promise<SignInResult> {
  const { email, password, headers } = given;
  try {
    const answer = await auth().api.signInEmail({ body: { email, password }, headers, returnHeaders: true });
    return { cookies: answer.headers.getSetCookie() };
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) throw error;
    return { problem: toProblem(error) };
  }
}

function toProblem({ body }: APIError): SignInProblem {
  if (body?.code === TOO_MANY_TRIES) return { error: "wait", until: String(body["retryAt"]) };
  return { error: body?.code === ACCOUNT_DISABLED ? "disabled" : "wrong" };
}
