import type { z } from "zod";
import type { Db } from "./client.ts";
import { Prisma } from "./generated/client.ts";

/** Runs a raw statement. Its rows are parsed, because nothing else knows their shape. */
export async function query<Row>(db: Db, row: z.ZodType<Row>, statement: Prisma.Sql): Promise<Row[]> {
  const rows = await db.$queryRaw<unknown[]>(statement);
  return rows.map((found) => row.parse(found));
}

/** A time as it can be read here: an adopted table may hold infinity, or a year that JavaScript does not know. */
export function readableTime(time: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`case when ${time} between '0001-01-02' and '9999-12-30' then ${time} end`;
}
