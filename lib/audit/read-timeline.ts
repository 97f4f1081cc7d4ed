import type { Db } from "#lib/db/index.ts";
import type { AuditEntry } from "./contract.ts";
import { namesOf } from "./names-of.ts";
import { listAuditRows, type Subject } from "./sql/list-audit-rows.ts";

/** What happened to these subjects, oldest first. */
export async function readTimeline(tx: Db, subjects: readonly Subject[]): Promise<AuditEntry[]> {
  const rows = await listAuditRows(tx, subjects);
  const nameOf = await namesOf(
    tx,
    rows.map(({ actorId }) => actorId),
  );
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actor: { type: row.actorType, ...nameOf(row.actorId) },
    action: row.action,
    subject: { type: row.subjectType, id: row.subjectId },
    detail: row.detail,
    via: row.via,
  }));
}
