import { z } from "zod";
import { prisma, Prisma, query } from "#lib/db/index.ts";
import { HOLDERS } from "./set-fence.ts";

/**
 * Up to which id the log is complete: nobody who was writing then is writing still, and nothing is prepared, since a
 * transaction loses its number when it is. A row that was committed before the locks were read here is visible to the
 * next statement, not to this one: the rows must be read by another.
 */
export async function findComplete(): Promise<string | null> {
  const [found] = await query(
    prisma(),
    z.object({ upto: z.string().nullable() }),
    Prisma.sql`
      with writing as materialized (select coalesce(array_agg(w.holder), '{}') as holders from (${HOLDERS}) as w)
      select max(f.upto)::text as upto
      from audit_fence f cross join writing w
      where not f.holders && w.holders and not 'prepared' = any(w.holders)`,
  );
  return found?.upto ?? null;
}

export async function dropFences(upto: string): Promise<void> {
  await prisma().$executeRaw`delete from audit_fence where upto <= ${upto}::bigint`;
}
