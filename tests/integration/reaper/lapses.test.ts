import { randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { transaction } from "#lib/db/index.ts";
import { runPass } from "#lib/reaper/index.ts";
import { expireRequests } from "#lib/reaper/sql/expire-requests.ts";
import { lapseReleases } from "#lib/reaper/sql/lapse-releases.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { actionRow, auditActions, requestRows, reviewRows } from "#tests/support/rows.ts";
import { minutesAgo, seedAction, seedApproved, seedRequested } from "./seed.ts";

const { pool } = testDatabase();
const NOT_RELEASED = {
  released_at: null,
  release_reason: null,
  release_request_id: null,
  release_expires_at: null,
  claimable_at: null,
  next_check_at: null,
};

/** As whoever signs it does; until it is let go, or the test is over. */
async function holdAction(key: string): Promise<() => Promise<unknown>> {
  const signer = await pool.connect();
  onTestFinished(async () => {
    await signer.query("rollback");
    signer.release();
  });
  await signer.query("begin");
  await signer.query("select from action_log where key = $1 for update", [key]);
  return () => signer.query("rollback");
}

describe("a release that nobody picked up", () => {
  it("comes back as the failure it was, and its review is open again and says so", async () => {
    const { key, reviewId } = await seedApproved(pool, minutesAgo(1));

    const counts = await runPass();

    expect(counts.lapsed).toBe(1);
    expect(await actionRow(pool, key)).toMatchObject({
      ...NOT_RELEASED,
      status: "failed",
      failure: "may_have_happened",
      doubts: 1,
      judged_attempt: 1,
      completed_at: expect.any(Date),
    });
    expect(await reviewRows(pool, key)).toMatchObject([
      {
        id: reviewId,
        state: "open",
        version: 3,
        cause: "lapsed",
        reason: "The release was not picked up by a worker before it expired. No further attempt was made.",
      },
    ]);
    expect(await requestRows(pool, key)).toMatchObject([{ state: "approved" }]);
    expect(await auditActions(pool, key)).toEqual(["action.lapsed"]);
  });

  it("is never released again by a policy, though the provider deduplicates", async () => {
    const key = await seedAction(pool, {
      kind: "create_invoice",
      status: "released",
      claim_token: null,
      failure: "may_have_happened",
      doubts: 1,
      judged_attempt: 0,
      release_reason: "retry",
      release_expires_at: minutesAgo(1),
      claimable_at: minutesAgo(60),
    });

    await runPass();
    await runPass();

    expect(await actionRow(pool, key)).toMatchObject({ status: "failed", judged_attempt: 1, attempt: 1 });
    expect(await reviewRows(pool, key)).toMatchObject([{ state: "open", cause: "lapsed", attempt: 1 }]);
  });

  it("is held again where it was never attempted", async () => {
    const { key } = await seedApproved(pool, minutesAgo(1), { attempt: 0 });

    await runPass();

    expect(await actionRow(pool, key)).toMatchObject({
      ...NOT_RELEASED,
      status: "held",
      attempt: 0,
      completed_at: null,
      failure: null,
    });
    expect(await reviewRows(pool, key)).toMatchObject([{ state: "open", cause: "lapsed" }]);
  });

  it("comes back though the oldest that are due are all held by others", async () => {
    const held = await seedApproved(pool, minutesAgo(9));
    const younger = await seedApproved(pool, minutesAgo(1));
    await holdAction(held.key);

    expect(await transaction((tx) => lapseReleases(tx, 1, randomUUID()))).toBe(1);

    expect(await actionRow(pool, younger.key)).toMatchObject({ status: "failed" });
    expect(await actionRow(pool, held.key)).toMatchObject({ status: "released" });
  });

  it("stays released until its expiry", async () => {
    const { key } = await seedApproved(pool, new Date(Date.now() + 60_000));
    const before = await actionRow(pool, key);
    await runPass();
    expect(await actionRow(pool, key)).toEqual(before);
  });
});

describe("a request that nobody decided in time", () => {
  it("expires; its review stays open under a new version and nothing is sent", async () => {
    const { key, requestId } = await seedRequested(pool, { expires_at: minutesAgo(1) });
    const before = await actionRow(pool, key);

    const counts = await runPass();

    expect(counts.expired).toBe(1);
    expect(await requestRows(pool, key)).toMatchObject([
      { state: "expired", decided_at: expect.any(Date), end_reason: "expired" },
    ]);
    expect(await reviewRows(pool, key)).toMatchObject([{ state: "open", version: 2 }]);
    expect(await actionRow(pool, key)).toEqual(before);
    expect(await auditActions(pool, requestId)).toEqual(["request.expired"]);
  });

  it("leaves a held action held", async () => {
    const { key } = await seedRequested(pool, { expires_at: minutesAgo(1) }, { attempt: 0 });
    await runPass();
    expect(await actionRow(pool, key)).toMatchObject({ status: "held", attempt: 0 });
    expect(await reviewRows(pool, key)).toMatchObject([{ state: "open", version: 2 }]);
  });

  it.each([
    ["not yet due", { expires_at: new Date(Date.now() + 60_000) }],
    ["already decided", { expires_at: minutesAgo(1), state: "rejected" }],
  ])("does not touch one that is %s", async (_why, columns) => {
    const { key } = await seedRequested(pool, columns);
    const before = await Promise.all([requestRows(pool, key), reviewRows(pool, key)]);
    await runPass();
    expect(await Promise.all([requestRows(pool, key), reviewRows(pool, key)])).toEqual(before);
  });

  it("is passed over while someone holds the action, as whoever signs does", async () => {
    const { key } = await seedRequested(pool, { expires_at: minutesAgo(1) });
    const letGo = await holdAction(key);

    expect((await runPass()).expired).toBe(0);

    await letGo();
    expect((await runPass()).expired).toBe(1);
  });

  it("expires though the oldest that are due are all held by others", async () => {
    const held = await seedRequested(pool, { expires_at: minutesAgo(9) });
    const younger = await seedRequested(pool, { expires_at: minutesAgo(1) });
    await holdAction(held.key);

    expect(await transaction((tx) => expireRequests(tx, 1, randomUUID()))).toBe(1);

    expect(await requestRows(pool, younger.key)).toMatchObject([{ state: "expired" }]);
    expect(await requestRows(pool, held.key)).toMatchObject([{ state: "pending" }]);
    expect(await reviewRows(pool, held.key)).toMatchObject([{ state: "open", version: 1 }]);
  });
});
