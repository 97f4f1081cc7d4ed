import { namesOf } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import type { TokenList } from "./contract.ts";
import { listTokenRows } from "./sql/list-token-rows.ts";
import { toToken } from "./to-token.ts";

export async function listTokens(actor: Actor): Promise<TokenList> {
  requirePermission(actor, "tokens.manage");
  return transaction(async (tx) => {
    const rows = await listTokenRows(tx);
    const nameOf = await namesOf(
      tx,
      rows.map(({ createdBy }) => createdBy),
    );
    return { tokens: rows.map((row) => toToken(row, nameOf)) };
  });
}
