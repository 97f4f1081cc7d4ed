import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";

export type AuditRow = {
  actorType: string;
  actorId: string;
  action: string;
  subjectType: string;
  subjectId: string;
  detail: Readonly<Record<string, unknown>>;
  via: string | null;
  requestId: string | null;
  roles: readonly string[] | null;
  reason: string | null;
  address: string | null;
};

const inserted = z.object({ at: z.date() });

/** In the order given. */
export async function insertAuditRows(tx: Tx, rows: readonly AuditRow[]): Promise<{ at: Date }[]> {
  return query(
    tx,
    inserted,
    Prisma.sql`
      insert into audit_log (actor_type, actor_id, action, subject_type, subject_id, detail, via, request_id, roles,
        reason, address)
      select r."actorType", r."actorId", r.action, r."subjectType", r."subjectId", r.detail, r.via, r."requestId", r.roles,
        r.reason, r.address
      from json_to_recordset(${JSON.stringify(rows)}::json) as r("actorType" text, "actorId" text, action text,
        "subjectType" text, "subjectId" text, detail jsonb, via text, "requestId" text, roles text[],
        reason text, address text)
      returning at`,
  );
}
