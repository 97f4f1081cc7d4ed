import type { AuditFilter, ExportFormat } from "#lib/audit/contract.ts";
import { writeEvents } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";

/** What leaves the desk is asked for by whoever decides: operators read it there. */
export function exportEvents(
  actor: Actor,
  filter: AuditFilter,
  format: ExportFormat,
): AsyncGenerator<string, undefined> {
  requirePermission(actor, "audit.export");
  return writeEvents(filter, format, new Date());
}
