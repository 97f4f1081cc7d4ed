import { z } from "zod";

const PATIENCE_MS = 5_000;

const discovered = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
});

export type Provider = { userinfoEndpoint: string | null };

/** What the issuer says of itself. Throws if it does not answer, or if another one does. */
export async function discover(issuer: string): Promise<Provider> {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`, {
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!answer.ok) throw new Error(`The provider answered ${answer.status} when it was asked for its configuration.`);
  const found = discovered.parse(await answer.json());
  if (found.issuer.replace(/\/$/, "") !== issuer) {
    throw new Error(`OIDC_ISSUER is ${issuer}, and the provider there calls itself ${found.issuer}.`);
  }
  return { userinfoEndpoint: found.userinfo_endpoint ?? null };
}
