import { z } from "zod";
import { type Db, Prisma, query, readableTime } from "#lib/db/index.ts";

const incidentRow = z.object({
  what: z.enum(["step_taken", "duplicate_suspected", "duplicate_confirmed"]),
  key: z.string(),
  kind: z.string(),
  runId: z.string(),
  at: z.date().nullable(),
});
export type IncidentRow = z.infer<typeof incidentRow>;

/** Of the last 30 days, newest first; a duplicate counts from when its action ended, and while it has not. */
export async function findIncidents(db: Db, limit: number): Promise<IncidentRow[]> {
  return query(
    db,
    incidentRow,
    Prisma.sql`
      (select 'step_taken' as what, a.key, a.kind, a.run_id as "runId", l.at
      from audit_log l join action_log a on a.key = l.subject_id
      where l.action = 'action.step_taken' and l.subject_type = 'action' and l.at > now() - interval '30 days'
      order by l.at desc
      limit ${limit})
      union all
      (select 'duplicate_' || a.duplicate, a.key, a.kind, a.run_id, ${readableTime(Prisma.sql`a.completed_at`)}
      from action_log a
      where a.duplicate is not null and (a.completed_at is null or a.completed_at > now() - interval '30 days')
      order by a.completed_at desc nulls first
      limit ${limit})
      order by at desc nulls first, key
      limit ${limit}`,
  );
}
