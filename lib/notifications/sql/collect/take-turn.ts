import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";

const COLLECTING_LOCK_NUMBER = 7_661_688;

/** Only one pass at a time collects, for as long as its transaction; it is never waited for. */
export async function takeTurn(tx: Tx): Promise<boolean> {
  const [turn] = await query(
    tx,
    z.object({ mine: z.boolean() }),
    Prisma.sql`select pg_try_advisory_xact_lock(${COLLECTING_LOCK_NUMBER}::bigint) as mine`,
  );
  return turn?.mine === true;
}
