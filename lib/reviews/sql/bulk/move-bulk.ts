import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";

const moved = z.object({ at: z.date() });

export type AskedBulk = {
  reason: string;
  note: string | undefined;
  reference: string | undefined;
  paceSeconds: number;
  askKey: string | undefined;
  answer: unknown;
};

/** A draft is asked for once; a second tab, or a stop that was quicker, finds no draft. */
export async function askForDraft(tx: Tx, id: string, asked: AskedBulk): Promise<{ at: Date } | null> {
  const rows = await query(
    tx,
    moved,
    Prisma.sql`
      update bulk_request
      set state = 'pending', reason = ${asked.reason}, note = ${asked.note ?? null}::text,
        reference = ${asked.reference ?? null}::text, pace_seconds = ${asked.paceSeconds}::numeric,
        ask_key = ${asked.askKey ?? null}::text, ask_answer = ${JSON.stringify(asked.answer)}::jsonb,
        asked_at = clock_timestamp()
      where id = ${id}::uuid and state = 'draft'
      returning asked_at as at`,
  );
  return rows[0] ?? null;
}

/** Stopped once: whoever comes second learns who was first. */
export async function stopBulk(tx: Tx, id: string, by: string, answer: unknown): Promise<{ at: Date } | null> {
  const rows = await query(
    tx,
    moved,
    Prisma.sql`
      update bulk_request
      set state = 'stopped', stopped_at = clock_timestamp(), stopped_by = ${by},
        stop_answer = ${JSON.stringify(answer)}::jsonb
      where id = ${id}::uuid and state in ('draft', 'pending')
      returning stopped_at as at`,
  );
  return rows[0] ?? null;
}

export type AskedItem = {
  position: number;
  requestId: string | null;
  askedVersion: number | null;
  refused: string | null;
  because: string | null;
  becauseBy: string | null;
  becauseAt: string | null;
};

const recorded = z.object({ position: z.number() });

/** What came of asking, item by item: its request, or why there is none. */
export async function recordAsked(tx: Tx, bulkRequestId: string, items: readonly AskedItem[]): Promise<number> {
  const rows = await query(
    tx,
    recorded,
    Prisma.sql`
      update bulk_request_item i
      set request_id = g."requestId", asked_version = g."askedVersion", refused = g.refused, because = g.because,
        because_by = g."becauseBy", because_at = g."becauseAt"
      from json_to_recordset(${JSON.stringify(items)}::json) as g(position int, "requestId" uuid, "askedVersion" int,
        refused text, because text, "becauseBy" text, "becauseAt" timestamptz)
      where i.bulk_request_id = ${bulkRequestId}::uuid and i.position = g.position and i.left_out is null
        and i.request_id is null
      returning i.position`,
  );
  return rows.length;
}
