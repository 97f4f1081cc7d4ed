import { type Db, Prisma, prisma, query } from "#lib/db/index.ts";
import { type Account, accountRow, ROLES_IN_FORCE } from "./account-columns.ts";

const SEEN_EVERY_SECONDS = 300;

export async function findAccount(id: string, db: Db = prisma()): Promise<Account | null> {
  const rows = await query(
    db,
    accountRow,
    Prisma.sql`
      select u.id, u.name, u.email, ${ROLES_IN_FORCE} as roles, u.disabled_at as "disabledAt"
      from auth_user u where u.id = ${id}`,
  );
  return rows[0] ?? null;
}

/** The same for one who just asked for something: noted every five minutes, so that hardly a request writes. */
export async function seeAccount(id: string): Promise<Account | null> {
  const rows = await query(
    prisma(),
    accountRow,
    Prisma.sql`
      with seen as (
        update auth_user set last_seen_at = clock_timestamp()
        where id = ${id} and disabled_at is null
          and coalesce(last_seen_at, '-infinity') < clock_timestamp() - make_interval(secs => ${SEEN_EVERY_SECONDS}::int)
      )
      select u.id, u.name, u.email, ${ROLES_IN_FORCE} as roles, u.disabled_at as "disabledAt"
      from auth_user u where u.id = ${id}`,
  );
  return rows[0] ?? null;
}
