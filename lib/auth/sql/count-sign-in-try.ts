import { z } from "zod";
import { Prisma, prisma, query } from "#lib/db/index.ts";
import { invariant } from "../../errors.ts";

const triesRow = z.object({ count: z.number(), startedAtMs: z.bigint().transform(Number) });
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Counts before the password is looked at, in one statement: tries sent all at once cannot slip past each other.
 * `last_request` holds the start of the window, by the database's clock.
 */
export async function countSignInTry(key: string, windowMs: number): Promise<{ count: number; startedAtMs: number }> {
  const [tries] = await query(
    prisma(),
    triesRow,
    Prisma.sql`
    with clock as materialized (
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms
    ), forgotten as (
      delete from auth_rate_limit where id in (
        select id from auth_rate_limit, clock
        where last_request < now_ms - ${FORGOTTEN_AFTER_MS}::bigint and key <> ${key}
        order by id limit 100 for update of auth_rate_limit skip locked
      )
    )
    insert into auth_rate_limit as known (id, key, count, last_request)
    select ${key}, ${key}, 1, now_ms from clock
    on conflict (key) do update set
      count = case when known.last_request > excluded.last_request - ${windowMs}::bigint then known.count + 1 else 1 end,
      last_request = case when known.last_request > excluded.last_request - ${windowMs}::bigint
        then known.last_request else excluded.last_request end
    returning count, last_request as "startedAtMs"`,
  );
  invariant(tries, "an upsert returns its row");
  return tries;
}
