import type { NameOf } from "#lib/audit/index.ts";
import type { Token } from "./contract.ts";
import type { TokenRow } from "./sql/token-row.ts";

export function toToken(row: TokenRow, nameOf: NameOf): Token {
  const { id, name, scopes, state, createdBy, createdAt, lastUsedAt, expiresAt, revokedAt } = row;
  return {
    id,
    name,
    scopes,
    state,
    createdBy: { id: createdBy, name: nameOf(createdBy).name },
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
