import { z } from "zod";
import { COUNTS_AS_ADMIN } from "#lib/auth/index.ts";
import { type Db, Prisma, query, type Tx } from "#lib/db/index.ts";
import { invariant } from "../../errors.ts";

/** Edits of one kind queue here, also of a kind that has no row to lock yet. */
export async function lockKind(tx: Tx, kind: string): Promise<void> {
  await tx.$executeRaw(Prisma.sql`select pg_advisory_xact_lock(hashtextextended('notwice.policy.' || ${kind}, 0))`);
}

const moment = z.object({ now: z.date(), admins: z.number() });

/** The database's time, and how many count where it is asked whether there are two to sign a policy. */
export async function readMoment(db: Db): Promise<{ now: Date; admins: number }> {
  const [row] = await query(
    db,
    moment,
    Prisma.sql`
      select clock_timestamp() as now, count(*)::int as admins
      from auth_user u where ${COUNTS_AS_ADMIN}`,
  );
  invariant(row, "an aggregate returned no row");
  return row;
}
