import type { AuditPage, AuditQuery } from "#lib/audit/contract.ts";
import { readEvents } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";

/** Everybody who works here reads it. */
export async function listEvents(actor: Actor, query: AuditQuery): Promise<AuditPage> {
  requirePermission(actor, "audit.read");
  return readEvents(query);
}
