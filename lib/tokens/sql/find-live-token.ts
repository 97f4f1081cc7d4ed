import { z } from "zod";
import { Prisma, prisma, query } from "#lib/db/index.ts";
import { scopeSchema } from "../contract.ts";

const found = z.object({
  id: z.string(),
  name: z.string(),
  hash: z.string(),
  scopes: z.array(scopeSchema),
  useIsStale: z.boolean(),
});
export type LiveToken = z.infer<typeof found>;

const NOTED_EVERY = Prisma.sql`interval '1 minute'`;

/** Neither revoked nor past its end, by the database's clock. */
export async function findLiveToken(hash: string): Promise<LiveToken | null> {
  const [row] = await query(
    prisma(),
    found,
    Prisma.sql`
      select id::text as id, name, hash, scopes,
        coalesce(last_used_at <= clock_timestamp() - ${NOTED_EVERY}, true) as "useIsStale"
      from api_token
      where hash = ${hash} and revoked_at is null and coalesce(expires_at > clock_timestamp(), true)`,
  );
  return row ?? null;
}

/** At most once a minute, whoever else asks at the same time: a busy worker must not write this row with each call. */
export async function noteUse(id: string): Promise<void> {
  await prisma().$executeRaw`
    update api_token set last_used_at = clock_timestamp()
    where id = ${id}::uuid and coalesce(last_used_at <= clock_timestamp() - ${NOTED_EVERY}, true)`;
}
