import { exportEvents } from "#lib/audit-log/index.ts";
import { auditExportSchema } from "#lib/audit/contract.ts";
import { download, route } from "#lib/http/index.ts";

export const GET = route({ actor: "session", query: auditExportSchema }, async ({ input, actor }) => {
  const { format, ...filter } = input.query;
  const name = `notwice-audit-${new Date().toISOString().slice(0, 10)}.${format}`;
  return download(exportEvents(actor, filter, format), { name, type: TYPES[format] });
});

const TYPES = { csv: "text/csv; charset=utf-8", jsonl: "application/x-ndjson" } as const;
