import { expect, it } from "vitest";
import { judge, readBindingPolicies } from "#lib/policies/index.ts";
import { runPass } from "#lib/reaper/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { reviewRows } from "#tests/support/rows.ts";
import { minutesAgo, seedAction, seedApproved, seedFailed } from "./seed.ts";

const { pool } = testDatabase();

async function newestRun(): Promise<Record<string, unknown> | undefined> {
  const { rows } = await pool.query<Record<string, unknown>>(
    "select * from reaper_run order by started_at desc limit 1",
  );
  return rows[0];
}

async function seedMany(count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => seedAction(pool)));
}

it("leaves a row with what it did, from its start to its end", async () => {
  await seedAction(pool);
  const { runId, stoppedBy, ...counts } = await runPass({ startedBy: "cron" });
  expect(stoppedBy).toBe("done");
  expect(await newestRun()).toMatchObject({
    id: runId,
    started_by: "cron",
    stopped_by: "done",
    finished_at: expect.any(Date),
    counts,
    error: null,
  });
});

it("stops at its limit of changed rows and goes on in the next pass", async () => {
  await Promise.all(Array.from({ length: 7 }, () => seedAction(pool)));
  expect(await runPass({ limit: 5 })).toMatchObject({ asked: 5, stoppedBy: "limit" });
  expect(await runPass({ limit: 5 })).toMatchObject({ asked: 2, stoppedBy: "done" });
});

it("gives no step all of its time: with a backlog ahead, the steps behind still have their turn", async () => {
  await seedMany(3);
  const failed = await seedFailed(pool);
  // The step of the stale rows never ends by itself: whoever reads their policy makes as many again.
  const ports = {
    judge,
    readPolicies: async (keys: readonly string[]) => {
      if ((await reviewRows(pool, failed)).length === 0) await seedMany(3);
      return readBindingPolicies(keys);
    },
  };

  const counts = await runPass({ deadlineMs: 1500 }, ports);

  expect(counts.stoppedBy).toBe("deadline");
  expect(await reviewRows(pool, failed)).toHaveLength(1);
  await runPass();
});

it("goes on with its other steps when one cannot run, and says so", async () => {
  const { key } = await seedApproved(pool, minutesAgo(1));
  await seedAction(pool);
  const ports = { judge, readPolicies: () => Promise.reject(new Error("no policies today")) };

  await expect(runPass({}, ports)).rejects.toThrow("no policies today");

  expect(await reviewRows(pool, key)).toMatchObject([{ cause: "lapsed" }]);
  expect(await newestRun()).toMatchObject({
    stopped_by: "error",
    error: "A step failed: a fault of ours (Error); the log says more.",
  });
  await runPass();
});
