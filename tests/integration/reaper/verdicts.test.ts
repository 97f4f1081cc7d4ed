import { describe, expect, it } from "vitest";
import { runPass } from "#lib/reaper/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { actionRow, attemptRows, auditActions, requestRows, reviewRows } from "#tests/support/rows.ts";
import { minutesAgo, seedAction, seedClaimedApproval, seedFailed, seedRequested, setPolicy } from "./seed.ts";

const { pool } = testDatabase();
const NOT_BEGUN = { two_phase: true };

describe("a stale action of a kind that is asked about", () => {
  it("fails in doubt and goes before a person, with its attempt and an audit row", async () => {
    const key = await seedAction(pool, { effect_started_at: minutesAgo(100), two_phase: true });

    await runPass();

    expect(await actionRow(pool, key)).toMatchObject({
      status: "failed",
      failure: "may_have_happened",
      doubts: 1,
      judged_attempt: 1,
      revision: 1,
      completed_at: expect.any(Date),
    });
    expect(await attemptRows(pool, key)).toMatchObject([
      { attempt: 1, outcome: "may_have_happened", ended_by: "reaper", claimed_by: "worker-1" },
    ]);
    expect(await reviewRows(pool, key)).toMatchObject([
      { state: "open", attempt: 1, cause: "stale", reason: expect.stringContaining("it may have happened") },
    ]);
    expect(await auditActions(pool, key)).toEqual(["action.judged"]);
  });

  it("is left alone while it is young, held, released, ended or dismissed", async () => {
    const young = await seedAction(pool, { deadline_at: new Date(Date.now() + 60_000) });
    const succeeded = await seedAction(pool, {
      status: "succeeded",
      settled_by: "worker",
      completed_at: minutesAgo(60),
    });
    const dismissed = await seedAction(pool, { status: "dismissed", completed_at: minutesAgo(60) });
    const { key: held } = await seedRequested(pool, {}, { attempt: 0 });
    const { key: judged } = await seedRequested(pool);
    const before = await Promise.all([young, succeeded, dismissed, held, judged].map((key) => actionRow(pool, key)));

    await runPass();

    const after = await Promise.all([young, succeeded, dismissed, held, judged].map((key) => actionRow(pool, key)));
    expect(after).toEqual(before);
  });
});

describe("a stale attempt that never began", () => {
  it("is released at once, and leaves no doubt and no review", async () => {
    const key = await seedAction(pool, NOT_BEGUN);

    await runPass();

    expect(await actionRow(pool, key)).toMatchObject({
      status: "released",
      release_reason: "not_started",
      release_request_id: null,
      claim_token: null,
      failure: "did_not_happen",
      doubts: 0,
      completed_at: null,
    });
    expect(await attemptRows(pool, key)).toMatchObject([{ attempt: 1, outcome: "not_started", ended_by: "reaper" }]);
    expect(await reviewRows(pool, key)).toEqual([]);
    expect(await auditActions(pool, key)).toEqual(["action.released"]);
  });

  it("keeps the doubt of an earlier attempt, and a person decides", async () => {
    const key = await seedAction(pool, { ...NOT_BEGUN, attempt: 2, doubts: 1 });

    await runPass();

    expect(await actionRow(pool, key)).toMatchObject({ status: "failed", failure: "may_have_happened", doubts: 1 });
    expect(await attemptRows(pool, key)).toMatchObject([{ attempt: 2, outcome: "not_started" }]);
    expect(await reviewRows(pool, key)).toMatchObject([{ attempt: 2, state: "open" }]);
  });

  it("gives an approval back with its request and its expiry, and its review waits again", async () => {
    const expiresAt = new Date(Date.now() + 600_000);
    const { key, reviewId, requestId } = await seedClaimedApproval(pool, expiresAt);

    await runPass();

    expect(await actionRow(pool, key)).toMatchObject({
      status: "released",
      attempt: 2,
      release_reason: "approval",
      release_request_id: requestId,
      release_expires_at: expiresAt,
      failure: "may_have_happened",
      doubts: 1,
    });
    expect(await reviewRows(pool, key)).toMatchObject([
      { id: reviewId, state: "released", resolution: null, closed_at: null, version: 4 },
    ]);
    expect(await requestRows(pool, key)).toMatchObject([{ state: "approved" }]);
  });
});

describe("a kind whose provider deduplicates", () => {
  it("releases a stale action inside the window and says that its end is not known", async () => {
    const key = await seedAction(pool, { kind: "create_invoice" });

    await runPass();

    const row = await actionRow(pool, key);
    expect(row).toMatchObject({
      status: "released",
      release_reason: "retry",
      failure: "may_have_happened",
      doubts: 1,
      claim_token: null,
    });
    expect(await attemptRows(pool, key)).toMatchObject([{ outcome: "may_have_happened" }]);
    expect(await reviewRows(pool, key)).toEqual([]);
  });

  it("asks after the window", async () => {
    const key = await seedAction(pool, { kind: "create_invoice", first_attempted_at: minutesAgo(24 * 60) });
    await runPass();
    expect(await reviewRows(pool, key)).toMatchObject([{ cause: "window_over" }]);
  });

  it("closes what a person would have had to decide", async () => {
    const { key } = await seedRequested(pool, {}, { kind: "create_invoice", judged_attempt: 0 });

    await runPass();

    expect(await actionRow(pool, key)).toMatchObject({ status: "released", release_reason: "retry" });
    expect(await reviewRows(pool, key)).toMatchObject([{ state: "closed", resolution: "superseded", version: 2 }]);
    expect(await requestRows(pool, key)).toMatchObject([{ state: "superseded", end_reason: "released_by_policy" }]);
  });
});

describe("a failed action nobody has judged", () => {
  it("is tried again after the backoff where nothing happened, without a review", async () => {
    const key = await seedFailed(pool, { failure: "did_not_happen", doubts: 0 });

    await runPass();

    const { rows } = await pool.query(
      `select status, release_reason, failure, completed_at, round(extract(epoch from claimable_at - released_at)) as backoff_seconds,
         round(extract(epoch from release_expires_at - claimable_at)) as ttl_seconds
       from action_log where key = $1`,
      [key],
    );
    expect(rows).toEqual([
      {
        status: "released",
        release_reason: "definite_failure",
        failure: "did_not_happen",
        completed_at: null,
        backoff_seconds: "60",
        ttl_seconds: "3600",
      },
    ]);
    expect(await reviewRows(pool, key)).toEqual([]);
  });

  it.each([
    ["the worker says it is pointless", { error: JSON.stringify({ permanent: true }) }, "failed_for_good"],
    ["the attempts are used", { attempt: 3 }, "attempts_used"],
  ])("goes before a person when %s", async (_why, columns, cause) => {
    const key = await seedFailed(pool, { failure: "did_not_happen", doubts: 0, ...columns });

    await runPass();

    expect(await actionRow(pool, key)).toMatchObject({ status: "failed", failure: "did_not_happen", doubts: 0 });
    expect(await reviewRows(pool, key)).toMatchObject([{ cause }]);
  });

  it("goes before a person in doubt; its own attempt row stays the only one, its completion as it was", async () => {
    const completedAt = minutesAgo(3);
    const key = await seedFailed(pool, { completed_at: completedAt });

    await runPass();

    expect(await actionRow(pool, key)).toMatchObject({ doubts: 1, judged_attempt: 1, completed_at: completedAt });
    expect(await attemptRows(pool, key)).toEqual([]);
    expect(await reviewRows(pool, key)).toMatchObject([{ cause: "failed_in_doubt" }]);
  });

  it("waits until its next check is due", async () => {
    const key = await seedFailed(pool, { next_check_at: new Date(Date.now() + 60_000) });
    await runPass();
    expect(await reviewRows(pool, key)).toEqual([]);
  });
});

describe("an earlier attempt has landed while this one ran", () => {
  async function seedLanded(columns: Record<string, unknown>): Promise<string> {
    const key = await seedAction(pool, { attempt: 2, doubts: 1, late_attempt: 1, duplicate: "suspected", ...columns });
    await pool.query(
      `insert into action_attempt (action_key, attempt, claim_token, ended_by, outcome, late_outcome, late_at, late_result)
       values ($1, 1, gen_random_uuid(), 'reaper', 'may_have_happened', 'landed', now(), '{"id": 7}')`,
      [key],
    );
    return key;
  }

  it("ends succeeded with that result, and the duplicate stays suspected", async () => {
    const key = await seedLanded({});

    await runPass();

    expect(await actionRow(pool, key)).toMatchObject({
      status: "succeeded",
      settled_by: "late_worker",
      result: { id: 7 },
      failure: null,
      duplicate: "suspected",
    });
    expect(await attemptRows(pool, key)).toMatchObject([{ attempt: 1 }, { attempt: 2, outcome: "may_have_happened" }]);
    expect(await reviewRows(pool, key)).toEqual([]);
    expect(await auditActions(pool, key)).toEqual(["action.landed_late"]);
  });

  it("suspects no duplicate where this one never began", async () => {
    const key = await seedLanded({ two_phase: true });
    await runPass();
    expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded", duplicate: null, doubts: 1 });
    expect(await attemptRows(pool, key)).toMatchObject([{ attempt: 1 }, { attempt: 2, outcome: "not_started" }]);
  });
});

it("asks where a stored policy cannot be read", async () => {
  await setPolicy(pool, "call_phone", { recovery: "retry", verify: JSON.stringify(["not", "a", "check"]) });
  const key = await seedAction(pool, { kind: "call_phone" });
  await runPass();
  expect(await reviewRows(pool, key)).toMatchObject([{ cause: "broken_policy" }]);
});
