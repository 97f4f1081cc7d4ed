import { namesOf, writeAudit } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { notFound } from "../errors.ts";
import type { RevokedToken } from "./contract.ts";
import { findTokenRow, revokeTokenRow } from "./sql/revoke-token-row.ts";
import { toToken } from "./to-token.ts";

/** From its commit on the token opens nothing; revoking it again changes nothing and says the same. */
export async function revokeToken(actor: Actor, id: string): Promise<RevokedToken> {
  requirePermission(actor, "tokens.manage");
  return transaction(async (tx) => {
    const revoked = await revokeTokenRow(tx, id, actor.id);
    const row = revoked ?? (await findTokenRow(tx, id));
    if (row === null) throw notFound();
    if (revoked !== null) {
      await writeAudit(tx, {
        action: "token.revoked",
        actor: { type: "person", id: actor.id, roles: actor.roles },
        subject: { type: "token", id },
        detail: { name: row.name, scopes: row.scopes },
      });
    }
    return { token: toToken(row, await namesOf(tx, [row.createdBy])) };
  });
}
