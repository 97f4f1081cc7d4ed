import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import type { Role } from "../contract.ts";
import { OTHER_ADMIN } from "./account-columns.ts";

export type RolesWrite = {
  userId: string;
  from: readonly Role[];
  to: readonly Role[];
  /** Of `to`: what does not count yet. */
  gives: readonly Role[];
  delaySeconds: number;
};

const put = z.object({ effectiveAt: z.date() });

/** Under the lock of the accounts. The last admin keeps the role, and a change that was not seen is not written over. */
export async function putRoles(tx: Tx, { userId, from, to, gives, delaySeconds }: RolesWrite): Promise<Date | null> {
  const rows = await query(
    tx,
    put,
    Prisma.sql`
      update auth_user u
      set roles = ${[...to]}::text[],
        raised_roles = ${[...gives]}::text[] || case when u.raised_effective_at > clock_timestamp()
          then array(select r from unnest(u.raised_roles) r where r = any(${[...to]}::text[])) else '{}' end,
        raised_effective_at = case when cardinality(${[...gives]}::text[]) > 0
          then clock_timestamp() + make_interval(secs => ${delaySeconds}::int) else u.raised_effective_at end,
        updated_at = clock_timestamp()
      where u.id = ${userId}
        and u.roles <@ ${[...from]}::text[] and u.roles @> ${[...from]}::text[]
        and ('admin' <> all (u.roles) or 'admin' = any(${[...to]}::text[]) or ${OTHER_ADMIN})
      returning case when cardinality(${[...gives]}::text[]) > 0
        then u.raised_effective_at else clock_timestamp() end as "effectiveAt"`,
  );
  return rows[0]?.effectiveAt ?? null;
}
