import { Prisma, query, type Tx } from "#lib/db/index.ts";
import { invariant } from "../../errors.ts";
import type { Scope } from "../contract.ts";
import { TOKEN_COLUMNS, tokenRow, type TokenRow } from "./token-row.ts";

type NewToken = {
  name: string;
  hash: string;
  scopes: readonly Scope[];
  createdBy: string;
  expiresInDays: number | null;
};

export async function insertToken(tx: Tx, token: NewToken): Promise<TokenRow> {
  const { name, hash, scopes, createdBy, expiresInDays } = token;
  const [row] = await query(
    tx,
    tokenRow,
    Prisma.sql`
      insert into api_token (name, hash, scopes, created_by, expires_at)
      values (${name}, ${hash}, ${[...scopes]}::text[], ${createdBy},
        clock_timestamp() + make_interval(days => ${expiresInDays}::int))
      returning ${TOKEN_COLUMNS}`,
  );
  invariant(row, "an insert returned no row");
  return row;
}
