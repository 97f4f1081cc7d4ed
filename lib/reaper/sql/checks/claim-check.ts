import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import type { CheckedRow } from "./fetch-checks.ts";

const claimed = z.object({
  revision: z.number(),
  runId: z.string(),
  step: z.number().nullable(),
  target: z.string().nullable(),
  payload: z.string().nullable(),
});
export type ClaimedCheck = z.infer<typeof claimed>;

/**
 * Of any number of passes that read the row one may ask: the revision is the guard. Whoever is killed before it applies
 * the answer leaves the row due again after `leaseMs`, with nothing decided. It changes no state, so it is not audited.
 */
export async function claimCheck(tx: Tx, row: CheckedRow, leaseMs: number): Promise<ClaimedCheck | null> {
  const rows = await query(
    tx,
    claimed,
    Prisma.sql`
      update action_log
      set next_check_at = clock_timestamp() + ${leaseMs}::float8 * interval '1 millisecond', revision = revision + 1
      where key = ${row.key} and status = 'failed' and attempt = ${row.attempt}::int and revision = ${row.revision}::int
        and next_check_at <= clock_timestamp()
      returning revision, run_id as "runId", step, target, payload`,
  );
  return rows[0] ?? null;
}
