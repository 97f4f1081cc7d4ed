import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";

const named = z.object({ id: z.string(), name: z.string() });

export async function findUserNames(tx: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await query(tx, named, Prisma.sql`select id, name from auth_user where id = any(${[...ids]}::text[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
