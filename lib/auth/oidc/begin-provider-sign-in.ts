import { AppError, notFound } from "../../errors.ts";
import { log } from "../../log.ts";
import { safeNextPath } from "../next-path.ts";
import { discover } from "./discover.ts";
import { providerAuth } from "./provider-auth.ts";
import { oidcSettings } from "./settings.ts";

export type BegunSignIn = { location: string; cookies: string[] };

/** Where to send the browser, with what it must bring back. Null: the provider does not answer. */
export async function beginProviderSignIn(headers: Headers, next: unknown): Promise<BegunSignIn | null> {
  const settings = oidcSettings();
  if (settings === null) throw notFound();
  try {
    const provider = await discover(settings.issuer);
    const { headers: answered, response } = await providerAuth(settings, provider).api.signInSocial({
      body: { provider: settings.providerId, callbackURL: safeNextPath(next), disableRedirect: true },
      headers,
      returnHeaders: true,
    });
    if (!response.url) throw new AppError("unavailable", "The sign-in provider named no page to sign in on.");
    return { location: response.url, cookies: answered.getSetCookie() };
  } catch (error) {
    log.error({ err: error }, "The sign-in provider could not be used");
    return null;
  }
}
