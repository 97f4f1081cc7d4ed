import type { z } from "zod";
import type { Db } from "./client.ts";
import type { Prisma } from "./generated/client.ts";

/** Runs a raw statement. Its rows are parsed, because nothing else knows their shape. */
export async function query<Row>(db: Db, row: z.ZodType<Row>, statement: Prisma.Sql): Promise<Row[]> {
  const rows = await db.$queryRaw<unknown[]>(statement);
  return rows.map((found) => row.parse(found));
}
