import type { AuditPage, AuditQuery } from "../contract.ts";
import { listEventRows } from "../sql/events/list-event-rows.ts";
import { toEvent } from "./to-event.ts";

const PAGE_ROWS = 100;

/** One page, the newest first. */
export async function readEvents({ before, ...filter }: AuditQuery): Promise<AuditPage> {
  const rows = await listEventRows({ filter, before, limit: PAGE_ROWS + 1 });
  const shown = rows.slice(0, PAGE_ROWS);
  return { events: shown.map(toEvent), nextBefore: rows.length > PAGE_ROWS ? (shown.at(-1)?.id ?? null) : null };
}
