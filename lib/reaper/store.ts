import { z } from "zod";
import { type Db, Prisma, prisma, query, sqlState, transaction, type Tx } from "#lib/db/index.ts";
import { invariant } from "../errors.ts";
import { type KindCounts, type LastPass, type PassCounts, passCountsSchema, type StopReason } from "./contract.ts";
import { LATE_AFTER_SECONDS } from "./words.ts";

/** The row of a pass is there from its start: a pass that was killed is one without an end. */
export async function recordStart(startedBy: string, db: Db = prisma()): Promise<string> {
  const { id } = await db.reaperRun.create({ data: { startedBy }, select: { id: true } });
  return id;
}

export async function recordEnd(
  id: string,
  end: { counts: PassCounts; byKind: Record<string, KindCounts>; stoppedBy: StopReason; error: string | null },
): Promise<void> {
  await prisma().$executeRaw`
    update reaper_run
    set finished_at = clock_timestamp(), counts = ${JSON.stringify(end.counts)}::jsonb,
      by_kind = ${JSON.stringify(end.byKind)}::jsonb,
      stopped_by = ${end.stoppedBy}, error = ${end.error}
    where id = ${id}::uuid and finished_at is null`;
}

const found = z.object({ endedAt: z.date().nullable(), counts: z.unknown(), now: z.date() });

/** Of passes that came to their end: one that was killed, or could not do its work, has looked at who knows what. */
export async function findLastPass(db: Db = prisma()): Promise<LastPass> {
  const rows = await query(
    db,
    found,
    Prisma.sql`
      select last.finished_at as "endedAt", last.counts, clock_timestamp() as now
      from (select) one
      left join lateral (
        select finished_at, counts
        from reaper_run
        where finished_at is not null and stopped_by <> 'error'
        order by started_at desc
        limit 1
      ) last on true`,
  );
  const row = rows[0];
  invariant(row, "one row is always found");
  const { endedAt, now } = row;
  const counts = endedAt === null ? null : passCountsSchema.parse(row.counts);
  return {
    endedAt: endedAt?.toISOString() ?? null,
    looked: counts && counts.fetched,
    isLate: endedAt === null || now.getTime() - endedAt.getTime() > LATE_AFTER_SECONDS * 1000,
    at: now.toISOString(),
  };
}

const LOCK_NOT_AVAILABLE = "55P03";

/** One transaction that waits for nobody long: a row that someone holds must not hold up the whole pass. */
export async function impatientTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(async (tx) => {
    await tx.$executeRaw`set local lock_timeout = '500ms'`;
    return work(tx);
  });
}

export function isLocked(error: unknown): boolean {
  return sqlState(error) === LOCK_NOT_AVAILABLE;
}
