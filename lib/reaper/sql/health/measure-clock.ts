import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";
import { invariant } from "../../../errors.ts";

const moment = z.object({ now: z.date() });

export interface ClockOffset {
  /** Positive where the database's clock is ahead of this server's. */
  offsetMs: number;
  /** Half of what the question took: nothing finer can be told. */
  withinMs: number;
}

export async function measureClock(db: Db): Promise<ClockOffset> {
  const asked = Date.now();
  const [row] = await query(db, moment, Prisma.sql`select clock_timestamp() as now`);
  const answered = Date.now();
  invariant(row, "one row is always found");
  const withinMs = Math.ceil((answered - asked) / 2) + 1;
  return { offsetMs: Math.round(row.now.getTime() - (asked + answered) / 2), withinMs };
}
