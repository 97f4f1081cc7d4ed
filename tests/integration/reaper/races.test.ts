import { expect, it } from "vitest";
import { judge, readBindingPolicies } from "#lib/policies/index.ts";
import { type PassResult, runPass } from "#lib/reaper/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, startAttempt, testIntent } from "#tests/support/case.ts";
import { plainWorker } from "#tests/support/plain-worker.ts";
import { actionRow, attemptRows, auditActions, reviewRows } from "#tests/support/rows.ts";
import { seedAction, seedPlain } from "./seed.ts";

const { pool } = testDatabase();

/** A pass in which `between` happens after the rows were read and before anything is written. */
async function passWith(between: () => Promise<unknown>): Promise<PassResult> {
  return runPass({}, { judge, readPolicies: async (keys) => (await between(), readBindingPolicies(keys)) });
}

/** As a worker in another language says that it lives. */
async function beat(key: string): Promise<void> {
  await pool.query("update action_log set heartbeat_at = now(), revision = revision + 1 where key = $1", [key]);
}

/** Resolves for all once `parties` have come. */
function barrier(parties: number): () => Promise<void> {
  const all = Promise.withResolvers<void>();
  let missing = parties;
  return async () => {
    missing -= 1;
    if (missing === 0) all.resolve();
    await all.promise;
  };
}

async function countBy(sql: string): Promise<unknown[]> {
  const { rows } = await pool.query<Record<string, unknown>>(sql);
  return rows;
}

it("a worker that completes between the read and the write wins, and nothing claims otherwise", async () => {
  const attempt = await startAttempt(openWorker(pool), testIntent(), { timeoutMs: 1 });
  const { key } = attempt.context;

  const counts = await passWith(() => attempt.finish({ id: "m1" }));

  expect(counts).toMatchObject({ fetched: 1, overtaken: 1, asked: 0, released: 0 });
  expect(await actionRow(pool, key)).toMatchObject({
    status: "succeeded",
    settled_by: "worker",
    result: { id: "m1" },
    late_attempt: null,
  });
  expect(await reviewRows(pool, key)).toEqual([]);
  expect(await attemptRows(pool, key)).toEqual([]);
  expect(await auditActions(pool, key)).toEqual([]);
});

it("a seven-column worker that completes between the read and the write wins too", async () => {
  const key = await seedPlain(pool);
  const counts = await passWith(() => plainWorker(pool).succeed(key, { id: "m1" }));
  expect(counts.overtaken).toBe(1);
  expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded", late_attempt: null });
  expect(await reviewRows(pool, key)).toEqual([]);
});

it("a heartbeat between the read and the write wins, also where no deadline is known", async () => {
  const key = await seedPlain(pool);

  const counts = await passWith(() => beat(key));

  expect(counts).toMatchObject({ overtaken: 1, asked: 0 });
  expect(await actionRow(pool, key)).toMatchObject({ status: "in_flight", next_check_at: null });
  expect((await runPass()).fetched).toBe(0);
});

it("case 33: work still running is left alone while young, heartbeats or not, and judged past its deadline", async () => {
  const worker = openWorker(pool);
  const young = await startAttempt(worker, testIntent());
  const long = await startAttempt(worker, testIntent(), { timeoutMs: 1_800_000 });
  const overdue = await startAttempt(worker, testIntent(), { timeoutMs: 1 });
  // Claimed longer ago than actions without a deadline may run.
  await pool.query(
    "update action_log set attempted_at = now() - interval '20 minutes', revision = revision + 1 where key = $1",
    [long.context.key],
  );
  await long.context.heartbeat();
  await beat(overdue.context.key);

  await runPass();

  expect(await actionRow(pool, young.context.key)).toMatchObject({ status: "in_flight" });
  expect(await actionRow(pool, long.context.key)).toMatchObject({ status: "in_flight" });
  expect(await actionRow(pool, overdue.context.key)).toMatchObject({ status: "failed" });
  expect(await reviewRows(pool, overdue.context.key)).toMatchObject([{ state: "open", cause: "stale" }]);
  await Promise.all([young.finish(1), long.finish(2), overdue.finish(3)]);
});

it.each([2, 5])("%i passes at once over the same 500 rows judge each once", async (passes) => {
  const kinds = ["send_email", "create_invoice", "no_such_kind", "send_email", "send_email"];
  const keys: string[] = [];
  for (let n = 0; n < 500; n += 1) {
    const twoPhase = n % 5 === 3;
    keys.push(await seedAction(pool, { kind: kinds[n % 5], two_phase: twoPhase }));
  }
  const together = barrier(passes);
  let waits = 0;
  // Only the first read of each pass meets the others; all have fetched before any writes.
  const ports = {
    judge,
    readPolicies: async (keys: readonly string[]) => {
      waits += 1;
      if (waits <= passes) await together();
      return readBindingPolicies(keys);
    },
  };

  const results = await Promise.all(Array.from({ length: passes }, () => runPass({}, ports)));

  const mine = `key = any('{${keys.join(",")}}')`;
  expect(
    await countBy(
      `select status, release_reason, revision, count(*)::int from action_log where ${mine} group by 1, 2, 3 order by 1, 2`,
    ),
  ).toEqual([
    { status: "failed", release_reason: null, revision: 1, count: 300 },
    { status: "released", release_reason: "not_started", revision: 1, count: 100 },
    { status: "released", release_reason: "retry", revision: 1, count: 100 },
  ]);
  const perAction = (table: string, column: string) =>
    countBy(
      `select count(*)::int as actions, max(n)::int as most from (select ${column}, count(*) n from ${table} where ${column} = any('{${keys.join(",")}}') group by 1) per`,
    );
  expect(await perAction("review", "action_key")).toEqual([{ actions: 300, most: 1 }]);
  expect(await perAction("action_attempt", "action_key")).toEqual([{ actions: 500, most: 1 }]);
  expect(await perAction("audit_log", "subject_id")).toEqual([{ actions: 500, most: 1 }]);
  const total = (name: "asked" | "released" | "fetched" | "overtaken") =>
    results.reduce((sum, one) => sum + one[name], 0);
  expect([total("asked"), total("released")]).toEqual([300, 200]);
  expect(total("fetched")).toBe(500 + total("overtaken"));
});
