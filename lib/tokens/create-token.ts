import { namesOf, writeAudit } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import type { CreatedToken, CreateTokenInput } from "./contract.ts";
import { hashOf, newSecret } from "./secret.ts";
import { insertToken } from "./sql/insert-token.ts";
import { toToken } from "./to-token.ts";

/** The secret is in this answer and nowhere else. */
export async function createToken(actor: Actor, input: CreateTokenInput): Promise<CreatedToken> {
  requirePermission(actor, "tokens.manage");
  const secret = newSecret();
  return transaction(async (tx) => {
    const row = await insertToken(tx, { ...input, hash: hashOf(secret), createdBy: actor.id });
    await writeAudit(tx, {
      action: "token.created",
      actor: { type: "person", id: actor.id, roles: actor.roles },
      subject: { type: "token", id: row.id },
      detail: { name: row.name, scopes: row.scopes, expiresAt: row.expiresAt },
    });
    return { token: toToken(row, await namesOf(tx, [actor.id])), secret };
  });
}
