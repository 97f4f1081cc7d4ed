import { flushCompileCache } from "node:module";
import { type Effect, openActionLog } from "@notwice/once";
import { Pool } from "pg";
import { testIntent } from "#tests/support/case.ts";
import { noteEffect } from "../effects-file.ts";
import type { Point, Row } from "./rows.ts";

/** A worker with many actions open at once, each held at a point of its own until the test says `go on`. */
flushCompileCache();
const { DATABASE_URL, EFFECTS_FILE = "", ROWS = "[]", TIMEOUT_MS } = process.env;
const rows: Row[] = JSON.parse(ROWS);
const pool = new Pool({ connectionString: DATABASE_URL, max: 8 });
const actions = openActionLog({ db: pool, worker: `held-${process.pid}` });

const goOn = Promise.withResolvers<void>();
process.once("message", () => goOn.resolve());
process.once("disconnect", () => process.exit());

async function hold(row: Row, point: Point): Promise<void> {
  if (row.point !== point) return;
  process.send?.({ held: row.runId });
  await goOn.promise;
}

function effectOf(row: Row): Effect<unknown> {
  return async ({ key, attempt, payload, begin }) => {
    await hold(row, "after_claim");
    await hold(row, "before_begin");
    if (row.twoPhase) await begin();
    await hold(row, "after_begin");
    noteEffect(EFFECTS_FILE, { runId: row.runId, attempt, key, payload });
    await hold(row, "after_effect");
    return { attempt };
  };
}

async function work(row: Row): Promise<void> {
  await hold(row, "before_claim");
  const intent = testIntent({ runId: row.runId, kind: row.recovery });
  const options = { twoPhase: row.twoPhase, timeoutMs: Number(TIMEOUT_MS) };
  const told: unknown = await actions
    .perform(intent, effectOf(row), options)
    .catch((error: unknown) => (error instanceof Error ? error.name : error));
  await hold(row, "after_record");
  process.send?.({ told, runId: row.runId });
}

await Promise.all(rows.map(work));
await pool.end();
process.disconnect();
