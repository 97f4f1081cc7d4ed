import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { runPass } from "#lib/reaper/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { makeDue, nudgeRow, seedNudge, webhookKind } from "./case.ts";
import { answer, openReceiver } from "./receiver.ts";

const { pool } = testDatabase();

it("five reapers at once make each try once", async () => {
  const { webhook, received } = await openReceiver();
  const kind = await webhookKind(pool, webhook);
  const keys = await Promise.all(Array.from({ length: 60 }, () => seedNudge(pool, kind)));

  const passes = await Promise.all(Array.from({ length: 5 }, () => runPass()));

  expect(passes.map(({ nudged }) => nudged).reduce((sum, nudged) => sum + nudged)).toBe(60);
  expect(new Set(received.map(({ id }) => id)).size).toBe(60);
  expect(received).toHaveLength(60);
  for (const key of keys) expect(await nudgeRow(pool, key)).toMatchObject({ tries: 1, sent: true });
});

it("a reaper killed between sending and recording is made up for, under the same id", async () => {
  const arrived = Promise.withResolvers<void>();
  const { webhook, received } = await openReceiver((response, nth) => {
    if (nth > 1) return answer(204)(response, nth);
    return arrived.resolve();
  });
  const key = await seedNudge(pool, await webhookKind(pool, webhook));

  const child = spawn(process.execPath, ["scripts/reap.ts", "--once"], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = once(child, "exit");
  await arrived.promise;
  expect((await runPass()).nudged).toBe(0);
  child.kill("SIGKILL");
  await exited;

  expect(await nudgeRow(pool, key)).toMatchObject({ tries: 1, sent: false, dueIn: expect.any(Number) });
  await makeDue(pool, key);
  expect((await runPass()).nudged).toBe(1);
  expect(received.map(({ id }) => id)).toEqual([received[0]?.id, received[0]?.id]);
  expect(received.map(({ genuine }) => genuine)).toEqual([true, true]);
});

it("a receiver that never answers takes neither more than its step's time nor the turn of the others", async () => {
  const silent = await openReceiver(() => undefined);
  const slowKind = await webhookKind(pool, silent.webhook);
  const slow = await Promise.all(Array.from({ length: 50 }, () => seedNudge(pool, slowKind)));
  const quick = await openReceiver();
  const quickKind = await webhookKind(pool, quick.webhook);
  await Promise.all(Array.from({ length: 25 }, () => seedNudge(pool, quickKind)));

  const deadlineMs = 4000;
  const began = performance.now();
  const counts = await runPass({ deadlineMs });

  expect(performance.now() - began).toBeLessThan(deadlineMs);
  expect(counts).toMatchObject({ nudged: 25, nudgesFailed: 10 });
  const tried = await Promise.all(slow.map((key) => nudgeRow(pool, key)));
  expect(tried.filter(({ tries }) => tries === 1)).toHaveLength(10);
  for (const { error } of tried.filter(({ tries }) => tries === 1)) expect(error).toMatch(/^No answer within \d s\.$/);
  expect(tried.filter(({ tries }) => tries === 0)).toHaveLength(40);
  await pool.query("delete from nudge");
});

it("a receiver that is down is spared the rest of its backlog until the next pass", async () => {
  const { webhook, received } = await openReceiver(answer(503));
  const kind = await webhookKind(pool, webhook);
  await Promise.all(Array.from({ length: 15 }, () => seedNudge(pool, kind)));
  expect(await runPass()).toMatchObject({ nudgesFailed: 10, stoppedBy: "done" });
  expect(await runPass()).toMatchObject({ nudgesFailed: 5, stoppedBy: "done" });
  expect(received).toHaveLength(15);
});

it("what one receiver refuses does not keep it from the rest", async () => {
  const { webhook } = await openReceiver((response, nth) => answer(nth === 1 ? 400 : 204)(response, nth));
  const kind = await webhookKind(pool, webhook);
  await Promise.all(Array.from({ length: 25 }, () => seedNudge(pool, kind)));
  expect(await runPass()).toMatchObject({ nudged: 24, nudgesFailed: 1, stoppedBy: "done" });
});

it("a pass takes no more of them than its limit", async () => {
  const { webhook, received } = await openReceiver();
  const kinds = [await webhookKind(pool, webhook), await webhookKind(pool, webhook)];
  await Promise.all(Array.from({ length: 20 }, (_, n) => seedNudge(pool, kinds[n % 2] ?? "")));
  expect(await runPass({ limit: 13 })).toMatchObject({ nudged: 13, stoppedBy: "limit" });
  expect(received).toHaveLength(13);
});
