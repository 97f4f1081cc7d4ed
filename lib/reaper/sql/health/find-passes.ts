import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";
import { passCountsSchema, STOP_REASONS } from "../../contract.ts";

const passRow = z.object({
  id: z.string(),
  startedAt: z.date(),
  finishedAt: z.date().nullable(),
  tookMs: z.number().nullable(),
  startedBy: z.string(),
  stoppedBy: z.enum(STOP_REASONS).nullable(),
  error: z.string().nullable(),
  counts: passCountsSchema,
});
export type PassRow = z.infer<typeof passRow>;

const PASS_COLUMNS = Prisma.sql`
  r.id::text as id, r.started_at as "startedAt", r.finished_at as "finishedAt",
  (extract(epoch from r.finished_at - r.started_at) * 1000)::float8 as "tookMs", r.started_by as "startedBy",
  r.stopped_by as "stoppedBy", r.error, r.counts`;

/** Newest first. */
export async function findPasses(db: Db, limit: number): Promise<PassRow[]> {
  return query(
    db,
    passRow,
    Prisma.sql`select ${PASS_COLUMNS} from reaper_run r order by r.started_at desc limit ${limit}`,
  );
}

export async function findPass(db: Db, id: string): Promise<PassRow | null> {
  const rows = await query(db, passRow, Prisma.sql`select ${PASS_COLUMNS} from reaper_run r where r.id = ${id}::uuid`);
  return rows[0] ?? null;
}
