import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Effect } from "@notwice/once";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { viewCases } from "#tests/faults/case-view.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { type OpenAttempt, openWorker, startAttempt, testIntent } from "#tests/support/case.ts";
import { reap } from "#tests/support/reap.ts";
import { noteEffect, type NotedEffect, notedEffects } from "../effects-file.ts";
import { HeldProcess } from "./held-process.ts";
import { expected, type Fault, FAULTS, type Outcome, RECOVERIES, type Row, ROWS } from "./rows.ts";

/** Real time: long enough for a process to bring all its actions to their points on a busy machine. */
const TIMEOUT_MS = 5_000;

const { pool, url } = testDatabase();
const folder = mkdtempSync(join(tmpdir(), "notwice-matrix-"));
const effectsFile = join(folder, "effects");
const redelivered = new Map<string, unknown>();
const outcomes = new Map<string, Outcome>();
let effects: Map<string, NotedEffect[]>;
let processes: Record<Fault, HeldProcess>;

function intentOf({ runId, recovery }: Row) {
  return testIntent({ runId, kind: recovery });
}

function note(row: Row): Effect<unknown> {
  return async ({ key, attempt, payload, begin }) => {
    if (row.twoPhase) await begin();
    noteEffect(effectsFile, { runId: row.runId, attempt, key, payload });
    return { attempt };
  };
}

const errorName = (error: unknown): unknown => (error instanceof Error ? error.name : error);

/** The job comes again, to a worker that is alive and well. */
async function redeliver(rows: Row[]): Promise<void> {
  const log = openWorker(pool, "rescuer");
  for (const row of rows) {
    const call = log.perform(intentOf(row), note(row), { twoPhase: row.twoPhase });
    redelivered.set(row.runId, await call.catch(errorName));
  }
}

/** It goes on as the one that claimed it would. */
async function finish(row: Row, attempt: OpenAttempt): Promise<void> {
  const call = await Promise.resolve(note(row)(attempt.context)).then(
    async (value) => attempt.finish(value),
    async (error: unknown) => attempt.fail(error),
  );
  redelivered.set(row.runId, errorName(call));
}

async function continueDuringNewer(held: HeldProcess): Promise<void> {
  const log = openWorker(pool, "rescuer");
  const newer: [Row, OpenAttempt][] = [];
  for (const row of held.rows) newer.push([row, await startAttempt(log, intentOf(row), { twoPhase: row.twoPhase })]);
  await held.goOn();
  for (const [row, attempt] of newer) await finish(row, attempt);
}

const YOUNG = "select from action_log where status = 'in_flight' and deadline_at >= clock_timestamp()";

beforeAll(async () => {
  for (const recovery of RECOVERIES) {
    await pool.query("insert into policy (kind, recovery, backoff_seconds) values ($1, $1, 0)", [recovery]);
  }
  const env = { DATABASE_URL: url, EFFECTS_FILE: effectsFile, TIMEOUT_MS: String(TIMEOUT_MS) };
  const start = (fault: Fault): [Fault, HeldProcess] => [
    fault,
    new HeldProcess(
      ROWS.filter((row) => row.fault === fault),
      env,
    ),
  ];
  processes = Object.fromEntries(FAULTS.map(start)) as Record<Fault, HeldProcess>;
  const { killed, ...stopped } = processes;
  await Promise.all(Object.values(processes).map(async (held) => held.held()));
  await killed.kill();
  for (const held of Object.values(stopped)) await held.stop();
  await vi.waitUntil(async () => (await pool.query(YOUNG)).rowCount === 0, { timeout: 60_000, interval: 50 });
  await reap();

  await redeliver(killed.rows);
  await redeliver(stopped["continued late"].rows);
  await stopped["continued late"].goOn();
  await stopped["continued first"].goOn();
  await redeliver(stopped["continued first"].rows);
  await continueDuringNewer(stopped["continued during a newer attempt"]);

  effects = notedEffects(effectsFile);
  const views = await viewCases(
    pool,
    ROWS.map(({ runId }) => runId),
  );
  for (const { runId, fault } of ROWS) {
    const view = views.get(runId);
    if (view === undefined) continue;
    outcomes.set(runId, {
      effects: (effects.get(runId) ?? []).map(({ attempt }) => attempt).toSorted((a, b) => a - b),
      view,
      redelivered: redelivered.get(runId),
      ...(fault !== "killed" && { told: processes[fault].told.get(runId) }),
    });
  }
}, 120_000);

afterAll(async () => {
  await Promise.all(Object.values(processes).map(async (held) => held.kill()));
  rmSync(folder, { recursive: true });
});

describe.each(FAULTS)("a worker that is %s", (fault) => {
  const rows = ROWS.filter((row) => row.fault === fault);
  it.each(rows)("$point, recovery $recovery, two phases $twoPhase", (row) => {
    expect(outcomes.get(row.runId)).toEqual(expected(row));
  });
});

it("nothing is left in flight, and no effect is a stranger's", async () => {
  const { rows } = await pool.query("select run_id from action_log where status = 'in_flight'");
  expect(rows).toEqual([]);
  expect([...effects.keys()].filter((runId) => !ROWS.some((row) => row.runId === runId))).toEqual([]);
});

it("whatever was tried twice could be told by its provider: the same key, the same bytes", () => {
  for (const [runId, noted] of effects) {
    const landed = new Set(noted.map(({ key, payload }) => JSON.stringify({ key, payload })));
    expect({ runId, landed: landed.size }).toEqual({ runId, landed: 1 });
  }
  const twice = [...effects].filter(([, noted]) => noted.length > 1).map(([runId]) => runId);
  expect(twice.filter((runId) => !runId.includes("retry"))).toEqual([]);
});
