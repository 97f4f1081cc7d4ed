import { AppError } from "../errors.ts";
import { type Scope, SECRET_PREFIX } from "./contract.ts";
import { hashOf, sameHash } from "./secret.ts";
import { findLiveToken, noteUse } from "./sql/find-live-token.ts";

/** A machine that asked with a token. It is no person: nothing that a person decides takes one. */
export type TokenActor = {
  readonly type: "machine";
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
};

export async function authenticateToken(headers: Headers, scope: Scope): Promise<TokenActor> {
  const secret = bearerOf(headers);
  const token = secret?.startsWith(SECRET_PREFIX) ? await findLiveToken(hashOf(secret)) : null;
  if (secret === undefined || token === null || !sameHash(token.hash, hashOf(secret))) {
    throw new AppError(
      "unauthenticated",
      "This route needs the header Authorization: Bearer <token>, with a token in force.",
    );
  }
  if (!token.scopes.includes(scope)) throw new AppError("forbidden", `This needs a token with the scope ${scope}.`);
  if (token.useIsStale) await noteUse(token.id);
  return { type: "machine", id: token.id, name: token.name, scopes: token.scopes };
}

/** On a page's route, whatever cookies came along: a token decides nothing. A bearer that is none of ours is a proxy's. */
export function refuseToken(headers: Headers): void {
  if (!bearerOf(headers)?.startsWith(SECRET_PREFIX)) return;
  throw new AppError(
    "forbidden",
    "Tokens can ask and read. They can never approve: this route is for a person's session.",
  );
}

function bearerOf(headers: Headers): string | undefined {
  return /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1]?.trim();
}
