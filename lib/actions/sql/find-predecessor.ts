import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";

export const predecessorSchema = z.enum(["nothing_sent", "may_have_happened", "landed"]);

/** What is known of the versions that an action replaces, however far back. */
export type Predecessor = z.infer<typeof predecessorSchema>;

/**
 * Whether that action replaces another. That the column is not null is said twice: without it the planner may hash the
 * whole table, where one look into the index of the few replaced ones is enough.
 */
export function replaces(key: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`exists (select from action_log p where p.replaced_by = ${key} and p.replaced_by is not null)`;
}

/** Of `action_log a`. */
export const PREDECESSOR = Prisma.sql`
  case when ${replaces(Prisma.sql`a.key`)} then notwice_predecessor(a.key) end`;

const doubtful = z.object({ key: z.string() });

/** Those of these actions of which one that they replace, however far back, may have happened, or did. */
export async function findDoubtfullyPreceded(tx: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const rows = await query(
    tx,
    doubtful,
    Prisma.sql`
      select a.key
      from action_log a
      where a.key = any(${[...keys]}::text[]) and ${PREDECESSOR} in ('may_have_happened', 'landed')`,
  );
  return new Set(rows.map(({ key }) => key));
}

export async function hasDoubtfulPredecessor(tx: Db, key: string): Promise<boolean> {
  return (await findDoubtfullyPreceded(tx, [key])).has(key);
}
