import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import { invariant } from "../../errors.ts";

export type AuditRow = {
  actorType: string;
  actorId: string;
  action: string;
  subjectType: string;
  subjectId: string;
  detail: Readonly<Record<string, unknown>>;
  via: string | null;
  requestId: string | null;
};

const inserted = z.object({ at: z.date() });

export async function insertAuditRow(tx: Tx, row: AuditRow): Promise<{ at: Date }> {
  const [written] = await query(
    tx,
    inserted,
    Prisma.sql`
      insert into audit_log (actor_type, actor_id, action, subject_type, subject_id, detail, via, request_id)
      values (${row.actorType}, ${row.actorId}, ${row.action}, ${row.subjectType}, ${row.subjectId},
        ${JSON.stringify(row.detail)}::jsonb, ${row.via}::text, ${row.requestId}::text)
      returning at`,
  );
  invariant(written, "an insert returned no row");
  return written;
}
