import { NotExecuted } from "@notwice/once";
import { describe, expect, it } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { type OpenAttempt, openWorker, startAttempt, testIntent, type TestIntent } from "#tests/support/case.ts";
import { reap } from "#tests/support/reap.ts";
import { actionRow, attemptRows, auditActions, releaseByPolicy, requestRows, reviewRows } from "#tests/support/rows.ts";

const { pool } = testDatabase();

/** An attempt whose time is over, as the reaper found it: the worker is still at it and will report late. */
async function reapedAttempt(intent: TestIntent): Promise<OpenAttempt> {
  const attempt = await startAttempt(openWorker(pool, "slow"), intent, { timeoutMs: 1 });
  await reap();
  expect(await actionRow(pool, attempt.context.key)).toMatchObject({
    status: "failed",
    failure: "may_have_happened",
    doubts: 1,
  });
  return attempt;
}

/** A newer attempt of the same action, by another worker. */
async function newerAttempt(intent: TestIntent, key: string, options: { twoPhase?: boolean; reason?: string } = {}) {
  await releaseByPolicy(pool, key, options.reason);
  return startAttempt(openWorker(pool, "quick"), intent, { twoPhase: options.twoPhase ?? false });
}

async function requestResend(key: string): Promise<void> {
  await pool.query(
    `insert into review_request (review_id, type, requested_by, reason, payload_hash, expires_at)
     select v.id, 'resend', 'bo', 'they say it did not arrive', a.payload_hash, now() + interval '1 hour'
     from review v join action_log a on a.key = v.action_key where a.key = $1 and v.state = 'open'`,
    [key],
  );
}

describe("a late success", () => {
  it("case 05: settles a failed action, closes its review and supersedes the pending request", async () => {
    const attempt = await reapedAttempt(testIntent());
    const { key } = attempt.context;
    await requestResend(key);

    expect(await attempt.finish({ id: "m1" })).toEqual({ id: "m1" });

    expect(await actionRow(pool, key)).toMatchObject({
      status: "succeeded",
      settled_by: "late_worker",
      late_attempt: 1,
      failure: null,
      result: { id: "m1" },
      duplicate: null,
    });
    expect(await reviewRows(pool, key)).toMatchObject([{ state: "closed", resolution: "landed_late" }]);
    expect(await requestRows(pool, key)).toMatchObject([{ state: "superseded", end_reason: "landed_late" }]);
    expect(await attemptRows(pool, key)).toMatchObject([
      { attempt: 1, outcome: "may_have_happened", late_outcome: "landed", late_result: { id: "m1" } },
    ]);
    expect(await auditActions(pool, key)).toContain("action.landed_late");
  });

  it("settles a released action, which then cannot be claimed", async () => {
    const intent = testIntent();
    const attempt = await reapedAttempt(intent);
    await releaseByPolicy(pool, attempt.context.key);
    await attempt.finish("sent");
    expect(await actionRow(pool, attempt.context.key)).toMatchObject({ status: "succeeded", attempt: 1 });
    expect(await openWorker(pool).perform(intent, () => "again")).toBe("sent");
  });

  it("settles a dismissed action, whose review keeps its resolution", async () => {
    const attempt = await reapedAttempt(testIntent());
    const { key } = attempt.context;
    await pool.query("update review set state = 'closed', resolution = 'dismissed' where action_key = $1", [key]);
    await pool.query("update action_log set status = 'dismissed', revision = revision + 1 where key = $1", [key]);
    await attempt.finish("sent");
    expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded", settled_by: "late_worker" });
    expect(await reviewRows(pool, key)).toMatchObject([{ state: "closed", resolution: "dismissed" }]);
  });

  it("settles an action whose newer attempt has not begun, and refuses that attempt's begin", async () => {
    const intent = testIntent();
    const first = await reapedAttempt(intent);
    const { key } = first.context;
    const second = await newerAttempt(intent, key, { twoPhase: true });

    await first.finish("sent");

    expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded", attempt: 2, duplicate: null });
    await expect(second.context.begin()).rejects.toMatchObject({ name: "ClaimLostError" });
    expect(second.context.signal.aborted).toBe(true);
    expect(await second.fail(new Error("could not begin"))).toMatchObject({ name: "ClaimLostError" });
    expect(await attemptRows(pool, key)).toMatchObject([
      { attempt: 1, late_outcome: "landed" },
      { attempt: 2, outcome: "not_started" },
    ]);
    expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded", result: "sent" });
  });

  describe("during a newer attempt that may have started", () => {
    it("is a suspected duplicate, confirmed when that one succeeds with its own result", async () => {
      const intent = testIntent();
      const first = await reapedAttempt(intent);
      const { key } = first.context;
      const second = await newerAttempt(intent, key);

      expect(await first.finish("first")).toMatchObject({ name: "InFlightError" });
      expect(await actionRow(pool, key)).toMatchObject({
        status: "in_flight",
        attempt: 2,
        late_attempt: 1,
        duplicate: "suspected",
      });
      await second.context.heartbeat();
      expect(second.context.signal.aborted).toBe(true);

      expect(await second.finish("second")).toBe("second");
      expect(await actionRow(pool, key)).toMatchObject({
        status: "succeeded",
        result: "second",
        settled_by: "worker",
        duplicate: "confirmed",
      });
    });

    it("gives the row its result when that one definitely failed, and the suspicion goes", async () => {
      const intent = testIntent();
      const first = await reapedAttempt(intent);
      const second = await newerAttempt(intent, first.context.key);
      await first.finish("first");
      expect(await second.fail(new NotExecuted("refused"))).toBe("first");
      expect(await actionRow(pool, first.context.key)).toMatchObject({
        status: "succeeded",
        result: "first",
        settled_by: "late_worker",
        failure: null,
        duplicate: null,
      });
    });

    it("gives the row its result when that one is in doubt, and the suspicion stays", async () => {
      const intent = testIntent();
      const first = await reapedAttempt(intent);
      const second = await newerAttempt(intent, first.context.key);
      await first.finish("first");
      expect(await second.fail(new Error("reply lost"))).toBe("first");
      expect(await actionRow(pool, first.context.key)).toMatchObject({
        status: "succeeded",
        result: "first",
        duplicate: "suspected",
      });
    });

    it("is no duplicate where the provider deduplicates", async () => {
      const intent = testIntent();
      const first = await reapedAttempt(intent);
      const second = await newerAttempt(intent, first.context.key, { reason: "retry" });
      await first.finish("one");
      await second.finish("one");
      expect(await actionRow(pool, first.context.key)).toMatchObject({ status: "succeeded", duplicate: null });
    });
  });

  it("of another attempt than the one that succeeded is a confirmed duplicate", async () => {
    const intent = testIntent();
    const first = await reapedAttempt(intent);
    const second = await newerAttempt(intent, first.context.key);
    await second.finish("second");
    expect(await first.finish("first")).toBe("second");
    expect(await actionRow(pool, first.context.key)).toMatchObject({
      status: "succeeded",
      result: "second",
      late_attempt: 1,
      duplicate: "confirmed",
    });
  });

  it("replaces what a person attested, and is no duplicate", async () => {
    const attempt = await reapedAttempt(testIntent());
    const { key } = attempt.context;
    await pool.query(
      `update action_log set status = 'succeeded', settled_by = 'attestation', failure = null,
         result = '{"attestation":{}}', revision = revision + 1 where key = $1`,
      [key],
    );
    await attempt.finish("sent");
    expect(await actionRow(pool, key)).toMatchObject({
      settled_by: "late_worker",
      late_attempt: 1,
      result: "sent",
      duplicate: null,
    });
  });

  it("said twice changes nothing more", async () => {
    const attempt = await reapedAttempt(testIntent());
    const { key } = attempt.context;
    await attempt.finish("sent");
    const settled = await actionRow(pool, key);
    const token = (await attemptRows(pool, key))[0]?.claim_token;
    const { rows } = await pool.query(
      "select notwice_late_success($1, 1, $2, '\"other\"', 'late_worker', 'slow') as answer",
      [key, token],
    );
    expect(rows).toEqual([{ answer: "repeat" }]);
    expect(await actionRow(pool, key)).toEqual(settled);
  });
});

describe("a late definite failure", () => {
  it("takes its own doubt away, once, and asks for a new look", async () => {
    const attempt = await reapedAttempt(testIntent());
    const { key } = attempt.context;
    await requestResend(key);
    await attempt.fail(new NotExecuted("the server had refused it", { phase: "connected" }));
    expect(await actionRow(pool, key)).toMatchObject({ status: "failed", failure: "did_not_happen", doubts: 0 });
    expect(await reviewRows(pool, key)).toMatchObject([{ state: "open", version: 2 }]);
    expect(await requestRows(pool, key)).toMatchObject([{ state: "superseded", end_reason: "evidence_changed" }]);
  });

  it("leaves the doubt of another attempt, and a newer attempt in flight", async () => {
    const intent = testIntent();
    const first = await reapedAttempt(intent);
    const { key } = first.context;
    const second = await newerAttempt(intent, key);
    await first.fail(new NotExecuted("refused"));
    expect(await actionRow(pool, key)).toMatchObject({ status: "in_flight", attempt: 2, doubts: 0 });
    await second.fail(new Error("reply lost"));
    expect(await actionRow(pool, key)).toMatchObject({ status: "failed", failure: "may_have_happened", doubts: 1 });
  });

  it("that is no proof changes nothing", async () => {
    const attempt = await reapedAttempt(testIntent());
    const before = await actionRow(pool, attempt.context.key);
    expect(await attempt.fail(new Error("reply lost"))).toMatchObject({ name: "ClaimLostError" });
    expect(await actionRow(pool, attempt.context.key)).toEqual(before);
  });
});
