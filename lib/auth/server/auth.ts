import { betterAuth, type BetterAuthOptions } from "better-auth";
import { env, requiredEnv } from "../../env.ts";
import { log } from "../../log.ts";
import { MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS } from "../contract.ts";
import { authDatabase } from "../store.ts";
import { cookiePrefix } from "./cookie-prefix.ts";
import { afterSignIn, beforeSignIn, refuseDisabled } from "./hooks.ts";

const SESSION_SECONDS = 12 * 60 * 60;

/** Of every door: one cookie, one table of sessions. */
export const authOptions = () => {
  const { BASE_URL } = env();
  return {
    appName: "Notwice",
    baseURL: BASE_URL,
    secret: requiredEnv("AUTH_SECRET"),
    database: authDatabase(),
    // A fixed working day: a session that slides on would write on every request.
    session: { expiresIn: SESSION_SECONDS, disableSessionRefresh: true },
    advanced: {
      cookiePrefix: cookiePrefix(BASE_URL),
      useSecureCookies: BASE_URL.startsWith("https:"),
    },
    databaseHooks: { session: { create: { before: refuseDisabled } } },
    // Tries are counted per account, in `hooks`.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { log: (level, message) => log[level]({ source: "better-auth" }, message) },
  } satisfies BetterAuthOptions;
};

const createAuth = () =>
  betterAuth({
    ...authOptions(),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_CHARS,
      maxPasswordLength: MAX_PASSWORD_CHARS,
    },
    hooks: { before: beforeSignIn, after: afterSignIn },
  });

let instance: ReturnType<typeof createAuth> | undefined;

/** Made on first use, so that `next build` needs neither secret nor database. */
export function auth(): ReturnType<typeof createAuth> {
  return (instance ??= createAuth());
}
