import { AsyncLocalStorage } from "node:async_hooks";
import { betterAuth } from "better-auth";
import { genericOAuth } from "better-auth/plugins";
import { authOptions } from "../server/auth.ts";
import { admitPerson, type Refusal } from "./admit-person.ts";
import { type Claims, decodeClaims, isComplete, parseClaims, toPerson } from "./claims.ts";
import type { Provider } from "./discover.ts";
import type { OidcSettings } from "./settings.ts";

const USERINFO_PATIENCE_MS = 5_000;

/** Why one sign-in was refused: the library's own answer has no room for it. */
export const refusals = new AsyncLocalStorage<{ refusal: Refusal | null }>();

/**
 * The library does the protocol: state, PKCE, nonce, the token's signature. Whose account it opens is decided in
 * `admitPerson`, before the library looks: by itself it makes no account and links none.
 */
const createProviderAuth = (settings: OidcSettings, provider: Provider) =>
  betterAuth({
    ...authOptions(),
    emailAndPassword: { enabled: false },
    account: { updateAccountOnSignIn: false, accountLinking: { enabled: false } },
    plugins: [
      genericOAuth({
        config: [
          {
            providerId: settings.providerId,
            discoveryUrl: `${settings.issuer}/.well-known/openid-configuration`,
            requireIdTokenVerification: true,
            clientId: settings.clientId,
            clientSecret: settings.clientSecret,
            scopes: settings.scopes,
            redirectURI: settings.redirectUri,
            disableSignUp: true,
            getUserInfo: async (tokens) => admit(tokens, settings, provider),
          },
        ],
      }),
    ],
  });

type Tokens = { idToken?: string | undefined; accessToken?: string | undefined };

/** Without an identity token nothing was verified. */
async function admit({ idToken, accessToken }: Tokens, settings: OidcSettings, provider: Provider) {
  const claims = idToken === undefined ? null : decodeClaims(idToken);
  if (claims === null) return null;
  const said = isComplete(claims, settings) ? claims : await ask(claims, accessToken, provider);
  const person = said && toPerson(said, settings);
  if (!person) return null;
  const refusal = await admitPerson(person, settings.providerId);
  if (refusal !== null) {
    const current = refusals.getStore();
    if (current) current.refusal = refusal;
    return null;
  }
  const { subject, email, isEmailVerified: emailVerified, name } = person;
  return { sub: subject, email, emailVerified, name };
}

/** The token's own words win: they are signed. */
async function ask(claims: Claims, accessToken: string | undefined, provider: Provider): Promise<Claims | null> {
  if (accessToken === undefined || provider.userinfoEndpoint === null) return claims;
  const answer = await fetch(provider.userinfoEndpoint, {
    headers: { authorization: `Bearer ${accessToken}` },
    redirect: "error",
    signal: AbortSignal.timeout(USERINFO_PATIENCE_MS),
  });
  const more = answer.ok ? parseClaims(await answer.json()) : null;
  return more?.sub === claims.sub ? { ...more, ...claims } : null;
}

type ProviderAuth = ReturnType<typeof createProviderAuth>;
let made: { of: string; auth: ProviderAuth } | undefined;

/** Apart from `auth()`, which must answer also when the provider does not. */
export function providerAuth(settings: OidcSettings, provider: Provider): ProviderAuth {
  const of = JSON.stringify([settings, provider]);
  if (made?.of !== of) made = { of, auth: createProviderAuth(settings, provider) };
  return made.auth;
}
