import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import { OTHER_ADMIN } from "./account-columns.ts";

const changed = z.object({ at: z.date() });

/** Under the lock of the accounts: the last admin stays. */
export async function disableAccount(tx: Tx, userId: string): Promise<Date | null> {
  const rows = await query(
    tx,
    changed,
    Prisma.sql`
      update auth_user u set disabled_at = clock_timestamp(), updated_at = clock_timestamp()
      where u.id = ${userId} and u.disabled_at is null and ('admin' <> all (u.roles) or ${OTHER_ADMIN})
      returning u.disabled_at as at`,
  );
  return rows[0]?.at ?? null;
}

export async function enableAccount(tx: Tx, userId: string): Promise<Date | null> {
  const rows = await query(
    tx,
    changed,
    Prisma.sql`
      update auth_user set disabled_at = null, updated_at = clock_timestamp()
      where id = ${userId} and disabled_at is not null
      returning updated_at as at`,
  );
  return rows[0]?.at ?? null;
}

const ended = z.object({ id: z.string() });

export async function endSessions(tx: Tx, userId: string): Promise<number> {
  const statement = Prisma.sql`delete from auth_session where user_id = ${userId} returning id`;
  return (await query(tx, ended, statement)).length;
}
