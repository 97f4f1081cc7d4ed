import { visibleValue } from "./view-payload.ts";

const TELLING_FIELDS = ["subject", "title", "summary", "name", "number", "text", "message"];
const MAX_SUMMARY_CHARS = 140;

/** One line to know an action by. */
export function summarise(payload: string | null, hiddenPaths: readonly string[]): string | null {
  const value = payload === null ? null : visibleValue(payload, hiddenPaths);
  if (typeof value !== "object" || value === null) return null;
  const told = new Map<string, unknown>(Object.entries(value));
  const line = TELLING_FIELDS.map((field) => firstLine(told.get(field))).find((text) => text !== "");
  if (line === undefined) return null;
  return line.length > MAX_SUMMARY_CHARS ? `${line.slice(0, MAX_SUMMARY_CHARS - 1).trimEnd()}…` : line;
}

function firstLine(told: unknown): string {
  const text = typeof told === "string" || typeof told === "number" ? String(told) : "";
  return text.trim().split(/[\r\n]/)[0] ?? "";
}
