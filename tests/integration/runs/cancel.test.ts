import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { createRequest, readReview, reopen, signOff } from "#lib/reviews/index.ts";
import { cancelRun } from "#lib/runs/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, startAttempt, testIntent } from "#tests/support/case.ts";
import { claimReleased, person, seenOf, snapshot, type StuckCase, stuckCase } from "#tests/support/desk.ts";
import { plainWorker } from "#tests/support/plain-worker.ts";
import { actionRow, attemptRows, auditActions, requestRows, reviewRows } from "#tests/support/rows.ts";

const { pool } = testDatabase();
let bo: Actor;
let cara: Actor;

beforeAll(async () => {
  bo = await person(pool, "Bo", "operator");
  cara = await person(pool, "Cara", "approver");
});

const REASON = { reason: "the deal is off" };

async function released(stuck: StuckCase): Promise<string> {
  const ask = { type: "resend" as const, reason: "x", ...(await seenOf(pool, stuck)) };
  const { requestId } = await createRequest(bo, stuck.reviewId, ask);
  await signOff(cara, requestId, { verdict: "approve", ...(await seenOf(pool, stuck)) });
  return requestId;
}

describe("cancelling a run", () => {
  it("dismisses what is held, released or failed together, and leaves the rest", async () => {
    const runId = `run-${randomUUID()}`;
    const held = await stuckCase(pool, { runId, step: 1, status: "held" });
    const failed = await stuckCase(pool, { runId, step: 2 });
    const free = await stuckCase(pool, { runId, step: 3 });
    await released(free);
    const flight = await startAttempt(openWorker(pool), testIntent({ runId, step: 4 }));
    await openWorker(pool).perform(testIntent({ runId, step: 0 }), () => "done");
    const asked = { type: "resend" as const, reason: "x", ...(await seenOf(pool, failed)) };
    await createRequest(bo, failed.reviewId, asked);
    const other = await stuckCase(pool);
    const otherBefore = await snapshot(pool, other);

    const answer = await cancelRun(bo, runId, REASON, `cancel-${runId}`);
    expect(answer).toMatchObject({
      runId,
      dismissed: [held.key, failed.key, free.key].toSorted(),
      inFlight: [flight.context.key],
      needsSignOff: [],
    });
    for (const { key, reviewId } of [held, failed, free]) {
      expect(await actionRow(pool, key)).toMatchObject({
        status: "dismissed",
        release_reason: null,
        release_request_id: null,
        completed_at: expect.any(Date),
      });
      expect(await reviewRows(pool, key)).toMatchObject([{ id: reviewId, state: "closed", resolution: "dismissed" }]);
      expect((await requestRows(pool, key)).at(-1)).toMatchObject({
        type: "dismiss",
        state: "approved",
        requested_by: bo.id,
        reason: REASON.reason,
      });
      expect(await auditActions(pool, key)).toContain("action.dismissed");
    }
    expect((await requestRows(pool, failed.key))[0]).toMatchObject({
      state: "superseded",
      end_reason: "run_cancelled",
    });
    expect(await claimReleased(pool, free.key)).toBeNull();
    expect(await actionRow(pool, flight.context.key)).toMatchObject({ status: "in_flight" });
    expect(await flight.finish("sent")).toBe("sent");
    expect(await snapshot(pool, other)).toEqual(otherBefore);
    expect((await readReview(bo, failed.reviewId)).verdict).toMatch(/Whether an earlier attempt arrived is not known/);
  });

  it("said twice is one cancellation, also at the same moment; later it finds nothing", async () => {
    const { key, reviewId } = await stuckCase(pool, { runId: `run-${randomUUID()}` });
    const runId = String((await actionRow(pool, key))["run_id"]);
    const [first, second] = await Promise.all([
      cancelRun(bo, runId, REASON, `cancel-${runId}`),
      cancelRun(bo, runId, REASON, `cancel-${runId}`),
    ]);
    expect(second).toEqual(first);
    expect(first.dismissed).toEqual([key]);
    const { version } = await seenOf(pool, { key });
    await reopen(bo, reviewId, { reason: "on again", version });
    expect(await cancelRun(bo, runId, REASON, `cancel-${runId}`)).toEqual(first);
    expect(await actionRow(pool, key)).toMatchObject({ status: "failed" });
    expect((await cancelRun(bo, runId, REASON, "another")).dismissed).toEqual([key]);
    expect((await cancelRun(bo, runId, REASON)).dismissed).toEqual([]);
  });

  it("is no way around a second person whom a policy wants for a dismissal", async () => {
    const kind = `careful-${randomUUID()}`;
    await pool.query("insert into policy (kind, sign_offs_dismiss) values ($1, 1)", [kind]);
    const runId = `run-${randomUUID()}`;
    const careful = await stuckCase(pool, { runId, kind, step: 1 });
    const plain = await stuckCase(pool, { runId, step: 2 });
    const before = await snapshot(pool, careful);
    expect(await cancelRun(bo, runId, REASON)).toMatchObject({ dismissed: [plain.key], needsSignOff: [careful.key] });
    expect(await snapshot(pool, careful)).toEqual(before);
  });

  it("counts as a doubt what a seven-column worker failed and nobody has judged, and gives it a case to reopen", async () => {
    const worker = plainWorker(pool);
    const [key, runId] = [randomUUID(), `run-${randomUUID()}`];
    await worker.claim(key, runId, "send_email");
    await worker.fail(key);
    expect(await cancelRun(bo, runId, REASON)).toMatchObject({ dismissed: [key] });
    expect(await actionRow(pool, key)).toMatchObject({
      status: "dismissed",
      failure: "may_have_happened",
      doubts: 1,
      judged_attempt: 1,
    });
    expect(await attemptRows(pool, key)).toMatchObject([{ attempt: 1, outcome: "may_have_happened" }]);
    const [review] = await reviewRows(pool, key);
    expect(review).toMatchObject({ state: "closed", resolution: "dismissed", cause: "run_cancelled" });
    await reopen(bo, String(review?.["id"]), { reason: "x", version: Number(review?.["version"]) });
    expect(await actionRow(pool, key)).toMatchObject({ status: "failed", failure: "may_have_happened" });
  });

  it("and a claim of a release race on one row, and one wins", async () => {
    for (let round = 0; round < 10; round += 1) {
      const stuck = await stuckCase(pool);
      await released(stuck);
      const runId = String((await actionRow(pool, stuck.key))["run_id"]);
      const [answer, claimed] = await Promise.all([cancelRun(bo, runId, REASON), claimReleased(pool, stuck.key)]);
      expect(answer.dismissed).toEqual(claimed === null ? [stuck.key] : []);
      expect(await actionRow(pool, stuck.key)).toMatchObject({ status: claimed === null ? "dismissed" : "in_flight" });
    }
  });

  it("of a run nobody knows is not found, and a later step of a cancelled one is not refused", async () => {
    await expect(cancelRun(bo, "no-such-run", REASON)).rejects.toMatchObject({ status: 404 });
    const stuck = await stuckCase(pool);
    const runId = String((await actionRow(pool, stuck.key))["run_id"]);
    await cancelRun(bo, runId, REASON);
    expect(await openWorker(pool).perform(testIntent({ runId, step: 9 }), () => "sent")).toBe("sent");
  });
});
