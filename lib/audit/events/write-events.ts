import type { AuditFilter, ExportFormat } from "../contract.ts";
import { listEventRows } from "../sql/events/list-event-rows.ts";
import { CSV_COLUMNS, toCsvLine, toCsvRow } from "./to-csv.ts";
import { toEvent, toJson } from "./to-event.ts";

const ROWS_AT_A_TIME = 1000;

/** Line by line, the newest first, a page of rows in memory: first of all what was asked for, and when. */
export async function* writeEvents(
  filter: AuditFilter,
  format: ExportFormat,
  now: Date,
): AsyncGenerator<string, undefined> {
  const asked = { exportedAt: now.toISOString(), filter };
  if (format === "jsonl") yield `${JSON.stringify({ export: "notwice audit", ...asked })}\n`;
  else
    yield (
      toCsvLine([`Notwice audit, exported ${asked.exportedAt}, filter ${JSON.stringify(filter)}`]) +
      toCsvLine(CSV_COLUMNS)
    );
  for (let before: string | undefined; ;) {
    const rows = await listEventRows({ filter, before, limit: ROWS_AT_A_TIME });
    yield rows
      .map(toEvent)
      .map((event) => (format === "csv" ? toCsvRow(event) : `${toJson(event)}\n`))
      .join("");
    before = rows.at(-1)?.id;
    if (before === undefined) return undefined;
  }
}
