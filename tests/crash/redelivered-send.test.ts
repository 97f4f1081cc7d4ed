import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { messagesAt, type RunningSink, startSink } from "#tests/support/demo.ts";
import { reap } from "#tests/support/reap.ts";
import { reviewRows } from "#tests/support/rows.ts";
import { startChild } from "./child.ts";

const { pool, url } = testDatabase();
let sink: RunningSink;

beforeAll(async () => {
  sink = await startSink();
});

afterAll(async () => sink[Symbol.asyncDispose]());

/** One delivery, killed by SIGKILL once it says how far it came. */
async function deliver(runId: string, twoPhase: boolean): Promise<{ reached: unknown; signal: unknown }> {
  const child = startChild("limited-worker.ts", {
    DATABASE_URL: url,
    SINK_PORT: String(sink.port),
    RUN_ID: runId,
    TWO_PHASE: twoPhase ? "yes" : "no",
  });
  const exited = once(child, "exit");
  const [reached] = await Promise.race([once(child, "message"), exited]);
  child.kill("SIGKILL");
  const [, signal] = await exited;
  return { reached, signal };
}

/** The worker is dead: its deadline passes without anybody waiting for it, and the reaper comes by. */
async function letItGoStale(runId: string): Promise<void> {
  await pool.query(
    "update action_log set deadline_at = now() - interval '1 s' where run_id = $1 and status = 'in_flight'",
    [runId],
  );
  await reap();
}

describe("case 09: a platform limit kills the step after its send, and the platform delivers it again", () => {
  it.each([
    ["in two phases", true],
    ["in one phase", false],
  ])("three times more, %s: one mail", async (name, twoPhase) => {
    const runId = `limited-${name.replaceAll(" ", "-")}`;
    const first = await deliver(runId, twoPhase);
    const atOnce = await deliver(runId, twoPhase);
    await letItGoStale(runId);
    const afterTheReaper = await deliver(runId, twoPhase);
    await letItGoStale(runId);
    const last = await deliver(runId, twoPhase);

    expect([first, atOnce, afterTheReaper, last]).toEqual([
      { reached: "sent", signal: "SIGKILL" },
      { reached: "InFlightError", signal: "SIGKILL" },
      { reached: "HeldError", signal: "SIGKILL" },
      { reached: "HeldError", signal: "SIGKILL" },
    ]);
    const { rows } = await pool.query(
      "select key, status, attempt, failure, doubts, payload from action_log where run_id = $1",
      [runId],
    );
    expect(rows).toMatchObject([{ status: "failed", attempt: 1, failure: "may_have_happened", doubts: 1 }]);
    expect(await reviewRows(pool, rows[0].key)).toMatchObject([{ state: "open" }]);
    expect(messagesAt(sink).get(JSON.parse(rows[0].payload).messageId)).toHaveLength(1);
  });
});

it("left one mail for each step", () => {
  expect([...messagesAt(sink).values()].map(({ length }) => length)).toEqual([1, 1]);
});
