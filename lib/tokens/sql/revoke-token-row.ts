import { Prisma, query, type Tx } from "#lib/db/index.ts";
import { TOKEN_COLUMNS, tokenRow, type TokenRow } from "./token-row.ts";

/** Null: there is no such token, or it was revoked before. */
export async function revokeTokenRow(tx: Tx, id: string, by: string): Promise<TokenRow | null> {
  const [row] = await query(
    tx,
    tokenRow,
    Prisma.sql`
      update api_token set revoked_at = clock_timestamp(), revoked_by = ${by}
      where id = ${id}::uuid and revoked_at is null
      returning ${TOKEN_COLUMNS}`,
  );
  return row ?? null;
}

export async function findTokenRow(tx: Tx, id: string): Promise<TokenRow | null> {
  const [row] = await query(tx, tokenRow, Prisma.sql`select ${TOKEN_COLUMNS} from api_token where id = ${id}::uuid`);
  return row ?? null;
}
