import { APIError, createAuthMiddleware } from "better-auth/api";
import { findAccount } from "../sql/find-account.ts";
import { countTry, forgetTries } from "./sign-in-limit.ts";

export const ACCOUNT_DISABLED = "ACCOUNT_DISABLED";
export const TOO_MANY_TRIES = "TOO_MANY_TRIES";
const SIGN_IN_PATH = "/sign-in/email";

export const beforeSignIn = createAuthMiddleware(async (context) => {
  if (context.path !== SIGN_IN_PATH) return;
  const refused = await countTry(emailOf(context.body));
  if (refused === null) return;
  const retryAt = refused.retryAt.toISOString();
  throw new APIError("TOO_MANY_REQUESTS", { code: TOO_MANY_TRIES, message: "Too many tries.", retryAt });
});

export const afterSignIn = createAuthMiddleware(async (context) => {
  if (context.path === SIGN_IN_PATH && context.context.newSession) await forgetTries(emailOf(context.body));
});

/** The password was right: only now may the answer tell that the account exists and is disabled. */
export async function refuseDisabled(session: { userId: string }): Promise<void> {
  const account = await findAccount(session.userId);
  if (account && account.disabledAt === null) return;
  throw new APIError("FORBIDDEN", { code: ACCOUNT_DISABLED, message: "This account is disabled." });
}

function emailOf(body: unknown): string {
  const email = typeof body === "object" && body !== null && "email" in body ? body.email : "";
  return String(email).trim().toLowerCase();
}
