import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import type { WaitVerdict } from "#lib/policies/index.ts";
import { type Judged, lockJudged } from "./locked.ts";

/** Moves rows past that must wait, so that they never stand before others. It changes no state, so it is not audited. */
export async function wait(tx: Tx, judged: readonly Judged<WaitVerdict>[]): Promise<string[]> {
  const rows = await query(
    tx,
    z.object({ key: z.string() }),
    Prisma.sql`
      with ${lockJudged(judged, Prisma.sql`until timestamptz`)}
      update action_log a
      set next_check_at = l.until, revision = a.revision + 1
      from locked l
      where a.key = l.key and a.status = l.status and a.revision = l.revision
      returning a.key`,
  );
  return rows.map((row) => row.key);
}
