import type { AuditEvent } from "../contract.ts";

export const CSV_COLUMNS = [
  "id",
  "at",
  "actor_type",
  "actor_id",
  "actor_name",
  "roles",
  "via",
  "address",
  "action",
  "subject_type",
  "subject_id",
  "reason",
  "before",
  "after",
  "request_id",
  "detail",
] as const;

/** RFC 4180: a quote is doubled, and a cell that holds one, a comma or a line break stands in quotes. */
export function toCsvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}\r\n`;
}

/** A spreadsheet runs a cell that begins so; behind an apostrophe it is text. */
const STARTS_A_FORMULA = /^[=+\-@\t\r\n]/;

export function toCsvRow(event: AuditEvent): string {
  const { actor, subject } = event;
  const cells = [
    event.id,
    event.at,
    actor.type,
    actor.id,
    actor.name,
    event.roles?.join(" "),
    event.via,
    event.address,
    event.action,
    subject.type,
    subject.id,
    event.reason,
    event.before,
    event.after,
    event.requestId,
    event.detailText,
  ];
  return toCsvLine(cells.map((cell) => (STARTS_A_FORMULA.test(cell ?? "") ? `'${cell}` : (cell ?? ""))));
}
