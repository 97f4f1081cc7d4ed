import { describe, expect, it } from "vitest";
import { runPass } from "#lib/reaper/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { plainWorker } from "#tests/support/plain-worker.ts";
import { actionRow, attemptRows, reviewRows } from "#tests/support/rows.ts";
import { minutesAgo, seedForeign, seedPlain, setPolicy } from "./seed.ts";

const { pool } = testDatabase();

describe("a seven-column worker's row", () => {
  it("is stale after its kind's time, counted from the attempt, and goes before a person", async () => {
    await setPolicy(pool, "slow_kind", { stale_after_seconds: 7200 });
    const stale = await seedPlain(pool, { kind: "quick_kind", attempted_at: minutesAgo(16) });
    const young = await seedPlain(pool, { kind: "quick_kind", attempted_at: minutesAgo(14) });
    const slow = await seedPlain(pool, { kind: "slow_kind", attempted_at: minutesAgo(110) });
    const beating = await seedPlain(pool, { kind: "quick_kind", heartbeat_at: minutesAgo(1) });

    await runPass();

    expect(await actionRow(pool, stale)).toMatchObject({ status: "failed", failure: "may_have_happened", doubts: 1 });
    expect(await attemptRows(pool, stale)).toMatchObject([{ attempt: 1, claim_token: null, ended_by: "reaper" }]);
    expect(await reviewRows(pool, stale)).toMatchObject([{ state: "open" }]);
    for (const key of [young, slow, beating]) {
      expect(await actionRow(pool, key)).toMatchObject({ status: "in_flight", revision: 0 });
      expect(await reviewRows(pool, key)).toEqual([]);
    }
  });

  it("that failed becomes a doubt with its attempt row, and goes before a person", async () => {
    const worker = plainWorker(pool);
    await worker.claim("plain-failed", "run-1", "send_email");
    await worker.fail("plain-failed");

    await runPass();

    const row = await actionRow(pool, "plain-failed");
    expect(row).toMatchObject({ status: "failed", failure: "may_have_happened", doubts: 1, judged_attempt: 1 });
    expect(await attemptRows(pool, "plain-failed")).toMatchObject([
      {
        attempt: 1,
        claim_token: null,
        ended_by: "worker",
        outcome: "may_have_happened",
        ended_at: row["completed_at"],
      },
    ]);
    expect(await reviewRows(pool, "plain-failed")).toMatchObject([{ cause: "failed_in_doubt" }]);
  });

  it("is never released by itself, though its provider deduplicates: there is nothing to hand over", async () => {
    const key = await seedPlain(pool, { kind: "create_invoice" });
    await runPass();
    expect(await reviewRows(pool, key)).toMatchObject([
      { cause: "no_payload", reason: expect.stringContaining("without a payload") },
    ]);
  });

  it("may still report success afterwards, and its review closes", async () => {
    const worker = plainWorker(pool);
    const key = await seedPlain(pool);
    await runPass();
    await worker.succeed(key, { id: "m1" });
    expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded", settled_by: "late_worker" });
    expect(await reviewRows(pool, key)).toMatchObject([{ state: "closed", resolution: "landed_late" }]);
  });
});

describe("an adopted row with a word that is not ours", () => {
  it("fails in doubt in one statement, keeps its word, and goes before a person", async () => {
    const key = await seedForeign(pool, "paused_by_ops", { completed_at: minutesAgo(30) });

    await runPass();

    expect(await actionRow(pool, key)).toMatchObject({
      status: "failed",
      failure: "may_have_happened",
      doubts: 1,
      judged_attempt: 1,
      error: { status: "paused_by_ops" },
      revision: 1,
    });
    expect(await attemptRows(pool, key)).toMatchObject([{ attempt: 1, outcome: "may_have_happened" }]);
    expect(await reviewRows(pool, key)).toMatchObject([
      { cause: "foreign_status", reason: expect.stringContaining('"paused_by_ops"') },
    ]);
  });

  it("is taken even where its times make no sense", async () => {
    const key = await seedForeign(pool, "sending", { attempted_at: "-infinity" });
    const stale = await seedPlain(pool, { attempted_at: "-infinity" });
    await runPass();
    expect(await reviewRows(pool, key)).toMatchObject([{ state: "open" }]);
    expect(await reviewRows(pool, stale)).toMatchObject([{ state: "open" }]);
  });
});
