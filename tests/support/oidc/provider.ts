import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { onTestFinished } from "vitest";

export type Identity = {
  sub: string;
  email?: string;
  email_verified?: boolean | undefined;
  name?: string;
  groups?: string[];
};

export type RunningProvider = {
  issuer: string;
  /** Whoever signs in there next. */
  signsIn: (identity: Identity) => void;
  /** Follows the browser's way through it, from our redirect to the one that leads back. */
  authorize: (location: string) => Promise<URL>;
  stop: () => Promise<void>;
  readonly tokenRequests: URLSearchParams[];
};

export const CLIENT = { id: "notwice", secret: "the-secret-of-the-desk-at-the-provider" };

type Options = { redirectUri: string; claimsIn?: "token" | "userinfo" };

/** A certified provider on loopback, whose sign-in page says yes for the identity that was set. */
export async function startProvider({ redirectUri, claimsIn = "token" }: Options): Promise<RunningProvider> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let identity: Identity = { sub: "nobody" };
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    conformIdTokenClaims: claimsIn === "userinfo",
    cookies: { keys: ["only-for-tests"] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...identity, sub }) }),
  });
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return void answer(request, response);
    return void consent(provider, identity.sub, { request, response });
  });
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(async () => {
    if (server.listening) await stop();
  });
  const tokenRequests: URLSearchParams[] = [];
  provider.on("grant.success", (context) => {
    tokenRequests.push(new URLSearchParams(Object.entries(context.oidc.body ?? {}).map(([k, v]) => [k, String(v)])));
  });
  return {
    issuer,
    signsIn: (next) => {
      identity = next;
    },
    authorize: (location) => followThrough(location, issuer),
    stop,
    tokenRequests,
  };
}

type Exchange = {
  request: Parameters<Provider["interactionDetails"]>[0];
  response: Parameters<Provider["interactionDetails"]>[1];
};

async function consent(provider: Provider, accountId: string, { request, response }: Exchange): Promise<void> {
  const { prompt, params, grantId } = await provider.interactionDetails(request, response);
  if (prompt.name === "login") {
    await provider.interactionFinished(request, response, { login: { accountId } });
    return;
  }
  const grant = grantId
    ? await provider.Grant.find(grantId)
    : new provider.Grant({ accountId, clientId: String(params["client_id"]) });
  grant?.addOIDCScope(String(params["scope"]));
  await provider.interactionFinished(request, response, { consent: { grantId: (await grant?.save()) ?? "" } });
}

/** A browser that keeps the provider's cookies. */
async function followThrough(location: string, issuer: string): Promise<URL> {
  const jar = new Map<string, string>();
  let url = new URL(location);
  while (url.origin === issuer) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const next = response.headers.get("location");
    if (next === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
    url = new URL(next, url);
  }
  return url;
}
