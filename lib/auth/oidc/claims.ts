import { z } from "zod";
import { ROLES, type Role } from "../contract.ts";
import type { OidcSettings } from "./settings.ts";

const claimsSchema = z.looseObject({ sub: z.string().min(1) });
export type Claims = z.infer<typeof claimsSchema>;

const personSchema = z.object({
  sub: z.string(),
  email: z.email().trim().toLowerCase(),
  // A string at some providers.
  email_verified: z.union([z.boolean(), z.literal("true").transform(() => true)]).catch(false),
  name: z.string().trim().min(1).max(100).optional().catch(undefined),
});

export type ClaimedPerson = {
  subject: string;
  email: string;
  isEmailVerified: boolean;
  name: string;
  /** Null: the claim is not asked for roles. */
  roles: Role[] | null;
};

/** Of a token whose signature, issuer, audience and nonce were checked before. */
export function decodeClaims(idToken: string): Claims | null {
  try {
    const payload: unknown = JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString("utf8"));
    return claimsSchema.parse(payload);
  } catch {
    return null;
  }
}

export function parseClaims(value: unknown): Claims | null {
  return claimsSchema.safeParse(value).data ?? null;
}

/** Whether the token says all that is needed; some providers say it only when they are asked. */
export function isComplete(claims: Claims, { rolesClaim }: OidcSettings): boolean {
  return claims["email"] !== undefined && (rolesClaim === null || lookUp(claims, rolesClaim) !== undefined);
}

export function toPerson(claims: Claims, settings: OidcSettings): ClaimedPerson | null {
  const person = personSchema.safeParse(claims).data;
  if (!person) return null;
  return {
    subject: person.sub,
    email: person.email,
    isEmailVerified: person.email_verified,
    name: person.name ?? person.email,
    roles: settings.rolesClaim === null ? null : rolesOf(lookUp(claims, settings.rolesClaim), settings),
  };
}

function rolesOf(claim: unknown, { words }: OidcSettings): Role[] {
  const given = z.union([z.string().array(), z.string().transform((text) => text.split(/[\s,]+/))]).safeParse(claim);
  const said = given.data ?? [];
  return ROLES.filter((role) => words[role].some((word) => said.includes(word)));
}

/** A claim of just this name, also one with dots in it; else a path into it. */
function lookUp(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let found: unknown = claims;
  for (const part of name.split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, part)) return undefined;
    found = Reflect.get(found, part);
  }
  return found;
}
