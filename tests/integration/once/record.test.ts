import { NotExecuted, openActionLog, type Statement } from "@notwice/once";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, refusalOf, startAttempt, testIntent } from "#tests/support/case.ts";
import { actionRow } from "#tests/support/rows.ts";

const { pool } = testDatabase();

const STORED = /^null$/;

describe("after the effect returned, only success can be recorded", () => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  const throwing = {
    toJSON() {
      throw new Error("no form");
    },
  };
  const values: [string, unknown, RegExp][] = [
    ["undefined", undefined, STORED],
    ["a string", "sent", STORED],
    ["an array", [1, [2]], STORED],
    ["a date", new Date(0), STORED],
    ["a buffer", Buffer.from("x"), STORED],
    ["NaN", Number.NaN, STORED],
    ["a Map", new Map([[1, 2]]), STORED],
    ["a function", () => 1, STORED],
    ["an exact number", 0.1 + 0.2, STORED],
    ["a BigInt", { id: 1n }, /^not JSON/],
    ["a cycle", cycle, /^not JSON/],
    ["a throwing toJSON", throwing, /^not JSON/],
    ["a NUL", "a\0b", /^not storable/],
    ["a lone surrogate", "\ud800", /^not storable/],
    ["more than a mebibyte", "x".repeat(2 ** 21), /^larger than/],
  ];
  it.each(values)("%s", async (_name, value, omitted) => {
    const intent = testIntent();
    const attempt = await startAttempt(openWorker(pool), intent);
    const first = await attempt.finish(value);
    const row = await actionRow(pool, attempt.context.key);
    expect(row).toMatchObject({ status: "succeeded", settled_by: "worker" });
    expect(String(row.result_omitted)).toMatch(omitted);
    expect(await openWorker(pool).perform(intent, () => "again")).toEqual(first);
  });
});

/** A database that loses the record of success: before it reaches the server, or only its answer. */
function losing(times: number, when: "before" | "after") {
  let left = times;
  return {
    adapter: "losing",
    async query({ name, text, values }: Statement) {
      const loses = name === "notwice_succeed" && left-- > 0;
      if (loses && when === "before") throw new Error("Connection terminated unexpectedly");
      const { rows } = await pool.query(text, values);
      if (loses) throw new Error("Connection terminated unexpectedly");
      return rows;
    },
  };
}

describe("case 07: a success that is hard to record", () => {
  it.each(["before", "after"] as const)("is recorded on a repeat: lost %s the server heard it", async (when) => {
    let effects = 0;
    const intent = testIntent();
    const log = openActionLog({ db: losing(2, when), worker: "unlucky" });
    expect(await log.perform(intent, () => ++effects)).toBe(1);
    expect(await openWorker(pool).perform(intent, () => ++effects)).toBe(1);
    expect(effects).toBe(1);
    const { rows } = await pool.query("select status, duplicate, late_attempt from action_log where run_id = $1", [
      intent.runId,
    ]);
    expect(rows).toEqual([{ status: "succeeded", duplicate: null, late_attempt: null }]);
  });

  it("that cannot be recorded at all is handed to the caller, and the row stays in flight", async () => {
    const intent = testIntent();
    const log = openActionLog({
      db: losing(Number.POSITIVE_INFINITY, "before"),
      worker: "unlucky",
      recordLimitMs: 100,
    });
    const refused = await refusalOf(log.perform(intent, () => ({ id: "m1" })));
    expect(refused).toMatchObject({ name: "ResultNotRecordedError", disposition: "retry", result: { id: "m1" } });
    const { rows } = await pool.query("select status, failure from action_log where run_id = $1", [intent.runId]);
    expect(rows).toEqual([{ status: "in_flight", failure: null }]);
    expect(await refusalOf(openWorker(pool).perform(intent, () => "again"))).toMatchObject({ name: "InFlightError" });
  });
});

describe("a failure", () => {
  it("in two phases is proof before begin was granted, and doubt after", async () => {
    const before = await startAttempt(openWorker(pool), testIntent(), { twoPhase: true });
    expect(await before.fail(new Error("no route"))).toMatchObject({ failure: "did_not_happen" });
    const after = await startAttempt(openWorker(pool), testIntent(), { twoPhase: true });
    await after.context.begin();
    expect(await after.fail(new Error("reply lost"))).toMatchObject({ failure: "may_have_happened" });
    expect(await actionRow(pool, after.context.key)).toMatchObject({ status: "failed", doubts: 1 });
  });

  it("that threw what is no Error is kept as text that can be stored", async () => {
    const attempt = await startAttempt(openWorker(pool), testIntent());
    await attempt.fail("a\0b\ud800");
    expect(await actionRow(pool, attempt.context.key)).toMatchObject({
      status: "failed",
      error: { message: "ab\ufffd" },
    });
  });

  it.each([
    ["a cut inside a surrogate pair", new NotExecuted(`${"a".repeat(1999)}😀`)],
    ["no text at all", Object.create(null)],
    ["a message that is no text", Object.assign(new Error("x"), { message: 7 })],
  ])("is recorded whatever was thrown: %s", async (_what, thrown) => {
    const attempt = await startAttempt(openWorker(pool), testIntent());
    expect(await attempt.fail(thrown)).toMatchObject({ name: "ActionFailedError" });
    expect(await actionRow(pool, attempt.context.key)).toMatchObject({ status: "failed" });
  });

  it("of its own effect calling itself is a refusal, not a wait for itself", async () => {
    const intent = testIntent();
    const log = openWorker(pool);
    const refused = await refusalOf(log.perform(intent, () => log.perform(intent, () => 1)));
    expect(refused.message).toContain("its own effect may not call it again");
  });
});

describe("time", () => {
  it("aborts the signal at the deadline, and the effect is waited for all the same", async () => {
    const attempt = await startAttempt(openWorker(pool), testIntent(), { timeoutMs: 20 });
    const aborted = Promise.withResolvers<void>();
    attempt.context.signal.addEventListener("abort", () => aborted.resolve());
    if (attempt.context.signal.aborted) aborted.resolve();
    await aborted.promise;
    expect(await attempt.finish("late but held")).toBe("late but held");
    expect(await actionRow(pool, attempt.context.key)).toMatchObject({ status: "succeeded", settled_by: "worker" });
  });

  it("too little of it left refuses begin, so that nothing starts", async () => {
    const attempt = await startAttempt(openWorker(pool), testIntent(), { twoPhase: true, timeoutMs: 60_000 });
    await pool.query(
      "update action_log set attempted_at = attempted_at - interval '55 s', deadline_at = deadline_at - interval '55 s' where key = $1",
      [attempt.context.key],
    );
    await expect(attempt.context.begin()).rejects.toMatchObject({ name: "ClaimLostError" });
    expect(await attempt.fail(new Error("gave up"))).toMatchObject({ failure: "did_not_happen" });
  });

  it("that ran on while begin was asked for refuses it too: the machine may have slept", async () => {
    onTestFinished(() => void vi.useRealTimers());
    const asleep = {
      adapter: "asleep",
      async query({ name, text, values }: Statement) {
        const { rows } = await pool.query(text, values);
        if (name === "notwice_begin") vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
        return rows;
      },
    };
    const log = openActionLog({ db: asleep, worker: "asleep" });
    const attempt = await startAttempt(log, testIntent(), { twoPhase: true, timeoutMs: 60_000 });
    await expect(attempt.context.begin()).rejects.toMatchObject({ name: "ClaimLostError" });
    expect(attempt.context.signal.aborted).toBe(true);
    await attempt.fail(new Error("woke up too late"));
  });
});
