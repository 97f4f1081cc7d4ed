import { transaction, type Tx } from "#lib/db/index.ts";
import type { StepTime } from "./budget.ts";
import type { StopReason } from "./contract.ts";

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
  while (!time.isOver()) {
    if (left <= 0) return "limit";
    const batch = Math.min(BATCH_ROWS, left);
    const rows = await transaction((tx) => statement(tx, batch, runId));
    if (rows === 0) return "done";
    count(rows);
    left -= rows;
  }
  return "deadline";
}
