import { type Db, Prisma, query } from "#lib/db/index.ts";
import { TOKEN_COLUMNS, tokenRow, type TokenRow } from "./token-row.ts";

/** A revoked token stays listed: what it did is still on record under its name. */
export async function listTokenRows(db: Db): Promise<TokenRow[]> {
  return query(
    db,
    tokenRow,
    Prisma.sql`select ${TOKEN_COLUMNS} from api_token order by revoked_at is not null, created_at desc, id`,
  );
}
