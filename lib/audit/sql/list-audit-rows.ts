import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";
import { actorTypeSchema } from "../contract.ts";

const auditRecord = z.object({
  id: z.string(),
  at: z.date(),
  actorType: actorTypeSchema,
  actorId: z.string(),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  detail: z.record(z.string(), z.unknown()),
  via: z.string().nullable(),
});
export type AuditRecord = z.infer<typeof auditRecord>;

export type Subject = { type: string; id: string };

/** Every row about any of these subjects, oldest first. */
export async function listAuditRows(tx: Db, subjects: readonly Subject[]): Promise<AuditRecord[]> {
  return query(
    tx,
    auditRecord,
    Prisma.sql`
      select l.id::text as id, l.at, l.actor_type as "actorType", l.actor_id as "actorId", l.action,
        l.subject_type as "subjectType", l.subject_id as "subjectId", l.detail, l.via
      from audit_log l
      join unnest(${subjects.map(({ type }) => type)}::text[], ${subjects.map(({ id }) => id)}::text[])
        as wanted (type, id) on wanted.type = l.subject_type and wanted.id = l.subject_id
      order by l.id`,
  );
}
