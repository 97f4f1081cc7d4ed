import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { endVoidRequest } from "#lib/reviews/case/end-void-request.ts";
import { openCaseOfRequest } from "#lib/reviews/case/open-case.ts";
import { createRequest } from "#lib/reviews/index.ts";
import { endRequest, expireRequest, raiseSignOffsNeeded } from "#lib/reviews/sql/requests/end-request.ts";
import { insertSignOff } from "#lib/reviews/sql/requests/insert-sign-off.ts";
import { assignReview } from "#lib/reviews/sql/reviews/assign-review.ts";
import {
  closeReview,
  raiseVersion,
  releaseReview,
  reopenReview,
  returnReview,
} from "#lib/reviews/sql/reviews/move-review.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, seenOf, snapshot, type StuckCase, stuckCase } from "#tests/support/desk.ts";
import { auditActions } from "#tests/support/rows.ts";

const { pool } = testDatabase();
let bo: Actor;
let cara: Actor;

beforeAll(async () => {
  bo = await person(pool, "Bo", "operator");
  cara = await person(pool, "Cara", "approver");
});

async function pendingResend(): Promise<StuckCase & { requestId: string }> {
  const stuck = await stuckCase(pool);
  const input = { type: "resend" as const, reason: "x", ...(await seenOf(pool, stuck)) };
  return { ...stuck, requestId: (await createRequest(bo, stuck.reviewId, input)).requestId };
}

function sign(requestId: string) {
  const given = { requestId, approverId: cara.id, verdict: "approve", note: undefined, decisionKey: undefined };
  return transaction((tx) => insertSignOff(tx, given));
}

describe("the statements themselves, whatever was read before them", () => {
  it("take no signature once the time of a request is over, or it has ended", async () => {
    const [late, ended] = [await pendingResend(), await pendingResend()];
    await pool.query("update review_request set expires_at = clock_timestamp() where id = $1", [late.requestId]);
    await pool.query("update review_request set state = 'withdrawn' where id = $1", [ended.requestId]);
    expect(await sign(late.requestId)).toBeNull();
    expect(await sign(ended.requestId)).toBeNull();
    expect(await sign((await pendingResend()).requestId)).not.toBeNull();
  });

  it("end a request once, and expire it only when it is due", async () => {
    const pending = await pendingResend();
    expect(await transaction((tx) => expireRequest(tx, pending.requestId))).toBeNull();
    const reject = () =>
      transaction((tx) => endRequest(tx, pending.requestId, { state: "rejected", decidedBy: cara.id }));
    expect(await reject()).not.toBeNull();
    const before = await snapshot(pool, pending);
    expect(await reject()).toBeNull();
    const change = pool.query("update review_request set state = 'approved' where id = $1", [pending.requestId]);
    await expect(change).rejects.toThrow(/a decided request stays as it was decided/);
    expect(await snapshot(pool, pending)).toEqual(before);
    await pool.query("update review_request set expires_at = clock_timestamp() where id = $1", [pending.requestId]);
    expect(await transaction((tx) => expireRequest(tx, pending.requestId))).toBeNull();
  });

  it("assign no case that is closed", async () => {
    const { reviewId } = await stuckCase(pool);
    expect(await transaction((tx) => assignReview(tx, reviewId, cara.id))).toMatchObject({ from: null });
    await pool.query("update review set state = 'closed', resolution = 'dismissed' where id = $1", [reviewId]);
    expect(await transaction((tx) => assignReview(tx, reviewId, bo.id))).toBeNull();
  });

  it("raise what a pending request needs, never lower it, and leave an ended one as it was", async () => {
    const { requestId } = await pendingResend();
    const raise = (needed: number) => transaction((tx) => raiseSignOffsNeeded(tx, requestId, needed));
    expect(await raise(1)).toBeNull();
    expect(await raise(3)).toBe(3);
    expect(await raise(2)).toBeNull();
    await transaction((tx) => endRequest(tx, requestId, { state: "rejected", decidedBy: cara.id }));
    expect(await raise(4)).toBeNull();
  });

  it("audit no end of a request that had ended before", async () => {
    const pending = await pendingResend();
    await transaction(async (tx) => {
      const { case: opened, request } = await openCaseOfRequest(tx, pending.requestId);
      await endRequest(tx, pending.requestId, { state: "withdrawn", decidedBy: bo.id });
      const stale = { ...request, payloadHash: "other bytes" };
      expect(await endVoidRequest(tx, opened, stale)).toMatchObject({ code: "superseded" });
    });
    expect(await auditActions(pool, pending.requestId)).toEqual(["request.created"]);
    expect(await seenOf(pool, pending)).toMatchObject({ version: 2 });
  });

  const MOVES = { raiseVersion, releaseReview, returnReview, reopenReview };
  const EDGES = {
    raiseVersion: ["open"],
    releaseReview: ["open"],
    returnReview: ["released"],
    reopenReview: ["dismissed"],
    closeReview: ["open"],
  };

  it.each(["open", "released", "dismissed", "landed_late", "sent"])(
    "move a review that is %s only along its edges",
    async (state) => {
      for (const [name, from] of Object.entries(EDGES)) {
        const { reviewId } = await stuckCase(pool);
        const resolution = ["open", "released"].includes(state) ? null : state;
        await pool.query("update review set state = $2, resolution = $3 where id = $1", [
          reviewId,
          resolution === null ? state : "closed",
          resolution,
        ]);
        const moves = {
          ...MOVES,
          closeReview: (tx: Parameters<typeof closeReview>[0], id: string) => closeReview(tx, id, "dismissed"),
        };
        const move = moves[name as keyof typeof moves];
        const version = await transaction((tx) => move(tx, reviewId));
        expect([name, version]).toEqual([name, from.includes(state) ? 2 : null]);
      }
    },
  );
});
