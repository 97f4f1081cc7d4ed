import { Prisma, type Tx } from "#lib/db/index.ts";

/** Changes of who may do what queue here: two admins who demote each other would each see the other still there. */
export async function lockAccounts(tx: Tx): Promise<void> {
  await tx.$executeRaw(Prisma.sql`select pg_advisory_xact_lock(hashtextextended('notwice.accounts', 0))`);
}
