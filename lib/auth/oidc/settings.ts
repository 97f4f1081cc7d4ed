import { createHash } from "node:crypto";
import { env } from "../../env.ts";
import type { Role } from "../contract.ts";

export type OidcSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
  scopes: string[];
  /** Null: roles are given on the desk. */
  rolesClaim: string | null;
  words: Record<Role, string[]>;
  redirectUri: string;
  /** Names the issuer: another one's subjects are other people. */
  providerId: string;
};

/** Null: nobody signs in by a provider here. */
export function oidcSettings(): OidcSettings | null {
  const given = env();
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = given;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null;
  return {
    issuer,
    clientId,
    clientSecret,
    name: given.OIDC_NAME,
    scopes: given.OIDC_SCOPES,
    rolesClaim: given.OIDC_ROLES_CLAIM ?? null,
    words: { operator: given.OIDC_OPERATORS, approver: given.OIDC_APPROVERS, admin: given.OIDC_ADMINS },
    redirectUri: `${given.BASE_URL}/api/auth/provider/callback`,
    providerId: `oidc-${createHash("sha256").update(issuer).digest("hex").slice(0, 12)}`,
  };
}
