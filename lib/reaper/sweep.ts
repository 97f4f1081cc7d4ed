import type { Tx } from "#lib/db/index.ts";
import type { StepTime } from "./budget.ts";
import type { StopReason } from "./contract.ts";
import { impatientTransaction, isLocked } from "./store.ts";

const BATCH_ROWS = 1000;

export interface SweepOptions {
  runId: string;
  time: StepTime;
  limit: number;
  count: (rows: number) => void;
}

/** Repeats a statement that needs no verdict until it finds no row, or the step's time or limit is used up. */
export async function sweep(
  statement: (tx: Tx, limit: number, runId: string) => Promise<number>,
  { runId, time, limit, count }: SweepOptions,
): Promise<Exclude<StopReason, "error">> {
  let left = limit;
  let batch = BATCH_ROWS;
  while (!time.isOver()) {
    if (left <= 0) return "limit";
    const rows = await impatientTransaction((tx) => statement(tx, Math.min(batch, left), runId)).catch(whenLocked);
    if (rows === "locked") {
      // Fewer at a time leave the held row behind; if it is the next one, the next pass finds it.
      if (batch === 1) return "deadline";
      batch = Math.ceil(batch / 4);
      continue;
    }
    if (rows === 0) return "done";
    count(rows);
    left -= rows;
  }
  return "deadline";
}

function whenLocked(error: unknown): "locked" {
  if (!isLocked(error)) throw error;
  return "locked";
}
