import { once } from "node:events";
import type pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { runPass } from "#lib/reaper/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker } from "#tests/support/case.ts";
import { actionRow } from "#tests/support/rows.ts";
import { minutesAgo, seedAction, setPolicy } from "./seed.ts";

const { pool } = testDatabase();

it("case 34: a worker is told of a release when it can be claimed, not before", async () => {
  await setPolicy(pool, "quick_retry", { recovery: "retry", backoff_seconds: 0 });
  const key = await seedAction(pool, { kind: "quick_retry" });
  const listener = await pool.connect();
  onTestFinished(() => listener.release());
  await listener.query("listen notwice_released");
  const heard = once(listener, "notification") as Promise<[pg.Notification]>;
  const stop = new AbortController();
  onTestFinished(() => stop.abort());

  const pass = runPass();
  const [notification] = await heard;
  expect(notification.payload).toBe("quick_retry");
  const executed = Promise.withResolvers<string>();
  const working = openWorker(pool).work(
    { quick_retry: ({ key: claimed }) => executed.resolve(claimed) },
    { signal: stop.signal },
  );
  expect(await executed.promise).toBe(key);
  stop.abort();
  await Promise.all([pass, working]);
  expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded", attempt: 2 });
});

it("a kind with a webhook gets an outbox row, due when the release may be claimed; one without a nudge gets nothing", async () => {
  await setPolicy(pool, "by_webhook", { recovery: "retry", nudge: "webhook" });
  await setPolicy(pool, "by_queue", { recovery: "retry", nudge: "none" });
  const told = await seedAction(pool, { kind: "by_webhook" });
  const untold = await seedAction(pool, { kind: "by_queue" });
  const asked = await seedAction(pool, { kind: "by_webhook", first_attempted_at: minutesAgo(24 * 60) });

  const listener = await pool.connect();
  onTestFinished(() => listener.release());
  await listener.query("listen notwice_released");
  const heard: (string | undefined)[] = [];
  listener.on("notification", ({ payload }) => heard.push(payload));

  await runPass();

  await listener.query("notify notwice_released, 'the end'");
  expect(heard).toEqual(["the end"]);
  const { rows } = await pool.query(
    "select action_key, attempt, channel, sent_at, next_at from nudge where action_key = any($1)",
    [[told, untold, asked]],
  );
  const { claimable_at: claimableAt } = await actionRow(pool, told);
  expect(rows).toEqual([{ action_key: told, attempt: 1, channel: "webhook", sent_at: null, next_at: claimableAt }]);
});
