import { Prisma } from "#lib/db/index.ts";

/**
 * The keys of a run's actions, the live versions only. Two reads, because each is a range of one index: (run_id, step) of
 * what is numbered, (run_id) of what is not; no index holds both, and a run id is a column of millions of rows.
 */
export function runKeys(runId: string): Prisma.Sql {
  return Prisma.sql`
    select key from action_log where run_id = ${runId} and step is not null and replaced_by is null
    union all
    select key from action_log where run_id = ${runId} and step is null and replaced_by is null`;
}
