import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { createRequest, listReviews, readReview, signOff, takeBack } from "#lib/reviews/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { claimReleased, person, seenOf, snapshot, type StuckCase, stuckCase } from "#tests/support/desk.ts";
import { actionRow, auditActions, requestRows, reviewRows } from "#tests/support/rows.ts";

const { pool } = testDatabase();
let bo: Actor;
let cara: Actor;
let dev: Actor;

beforeAll(async () => {
  bo = await person(pool, "Bo", "operator");
  cara = await person(pool, "Cara", "operator", "approver");
  dev = await person(pool, "Dev", "approver");
});

async function askForResend(stuck: StuckCase, actor = bo, decisionKey?: string) {
  const input = { type: "resend" as const, reason: "It did not arrive", ...(await seenOf(pool, stuck)) };
  return createRequest(actor, stuck.reviewId, input, decisionKey);
}

async function approve(stuck: StuckCase, requestId: string, actor = cara, decisionKey?: string) {
  return signOff(actor, requestId, { verdict: "approve", ...(await seenOf(pool, stuck)) }, decisionKey);
}

describe("a resend", () => {
  it("is asked for by one person, signed by another, and released once", async () => {
    const stuck = await stuckCase(pool);
    const asked = await askForResend(stuck);
    expect(asked.outcome).toBe("pending");
    expect(await actionRow(pool, stuck.key)).toMatchObject({ status: "failed", attempt: 1 });

    const signed = await approve(stuck, asked.requestId);
    expect(signed).toMatchObject({ outcome: "approved", verdict: "approve", reviewId: stuck.reviewId });
    const row = await actionRow(pool, stuck.key);
    expect(row).toMatchObject({
      status: "released",
      attempt: 1,
      release_reason: "approval",
      release_request_id: asked.requestId,
      claim_token: null,
      completed_at: null,
      next_check_at: null,
      failure: "may_have_happened",
      doubts: 1,
    });
    const [hold, ttl] = [
      Number(row["claimable_at"]) - Number(row["released_at"]),
      Number(row["release_expires_at"]) - Number(row["claimable_at"]),
    ];
    expect([hold, ttl]).toEqual([30_000, 3_600_000]);
    expect(await reviewRows(pool, stuck.key)).toMatchObject([{ state: "released", resolution: null, version: 3 }]);
    expect(await requestRows(pool, stuck.key)).toMatchObject([
      { state: "approved", decided_by: cara.id, recovery: "ask", gate: "never", sign_offs_needed: 1, attempt: 1 },
    ]);
    expect(await auditActions(pool, stuck.key)).toEqual(["action.released"]);
    expect(await auditActions(pool, asked.requestId)).toEqual([
      "request.created",
      "sign_off.given",
      "request.approved",
    ]);
  });

  it("tells the workers of the kind when the release commits", async () => {
    const listener = await pool.connect();
    const heard = Promise.withResolvers<string | undefined>();
    listener.on("notification", ({ payload }) => heard.resolve(payload));
    await listener.query("listen notwice_released");
    const stuck = await stuckCase(pool);
    await approve(stuck, (await askForResend(stuck)).requestId);
    expect(await heard.promise).toBe("send_email");
    await listener.query("unlisten *");
    listener.release();
  });

  it("queues the webhook where the policy says so", async () => {
    await pool.query("insert into policy (kind, nudge) values ('hooked', 'webhook')");
    const stuck = await stuckCase(pool, { kind: "hooked" });
    await approve(stuck, (await askForResend(stuck)).requestId);
    const { rows } = await pool.query("select channel, next_at from nudge where action_key = $1", [stuck.key]);
    expect(rows).toEqual([{ channel: "webhook", next_at: (await actionRow(pool, stuck.key))["claimable_at"] }]);
  });

  it("leaves every other case as it was", async () => {
    const [stuck, other] = [await stuckCase(pool), await stuckCase(pool)];
    await askForResend(other);
    const before = await snapshot(pool, other);
    await approve(stuck, (await askForResend(stuck)).requestId);
    expect(await snapshot(pool, other)).toEqual(before);
  });

  it("needs as many as the policy says", async () => {
    await pool.query("insert into policy (kind, sign_offs_resend) values ('pay', 2)");
    const stuck = await stuckCase(pool, { kind: "pay" });
    const { requestId } = await askForResend(stuck);
    const first = await approve(stuck, requestId);
    expect(first.outcome).toBe("recorded");
    expect(await actionRow(pool, stuck.key)).toMatchObject({ status: "failed" });
    expect((await readReview(dev, stuck.reviewId)).review.pendingRequest).toMatchObject({
      signOffsNeeded: 2,
      signOffs: [{ approver: { id: cara.id, name: "Cara" }, verdict: "approve" }],
    });
    expect((await approve(stuck, requestId, dev)).outcome).toBe("approved");
    expect(await actionRow(pool, stuck.key)).toMatchObject({ status: "released" });
  });

  it("needs nobody else only where it is proved that nothing happened and the policy says so", async () => {
    await pool.query("insert into policy (kind, sign_offs_resend) values ('post', 0)");
    const proved = await stuckCase(pool, { kind: "post", failure: "did_not_happen" });
    expect((await askForResend(proved)).outcome).toBe("approved");
    expect(await actionRow(pool, proved.key)).toMatchObject({ status: "released", release_reason: "approval" });
    const doubtful = await stuckCase(pool, { kind: "post" });
    expect((await askForResend(doubtful)).outcome).toBe("pending");
    expect(await actionRow(pool, doubtful.key)).toMatchObject({ status: "failed" });
  });

  it("needs someone where an action it replaces may have happened", async () => {
    const [old, proved] = [
      await stuckCase(pool, { kind: "post", step: null }),
      await stuckCase(pool, { kind: "post", failure: "did_not_happen", step: null }),
    ];
    await pool.query(
      "update action_log set replaced_by = $2, status = 'dismissed', revision = revision + 1 where key = $1",
      [old.key, proved.key],
    );
    expect((await askForResend(proved)).outcome).toBe("pending");
  });

  it("of an action without a payload is refused with the reason, unless a queue redelivers it", async () => {
    const stuck = await stuckCase(pool, { payload: null });
    await expect(askForResend(stuck)).rejects.toMatchObject({
      code: "illegal_transition",
      message: expect.stringContaining("without a payload"),
    });
    await pool.query("insert into policy (kind, nudge) values ('queued', 'none')");
    const queued = await stuckCase(pool, { kind: "queued", payload: null });
    expect((await askForResend(queued)).outcome).toBe("pending");
  });

  it("is turned down with a reason and can be asked for again", async () => {
    const stuck = await stuckCase(pool);
    const { requestId } = await askForResend(stuck);
    const seen = await seenOf(pool, stuck);
    const rejected = await signOff(cara, requestId, { verdict: "reject", note: "It arrived", ...seen });
    expect(rejected.outcome).toBe("rejected");
    expect(await actionRow(pool, stuck.key)).toMatchObject({ status: "failed" });
    expect(await reviewRows(pool, stuck.key)).toMatchObject([{ state: "open", version: 3 }]);
    expect((await askForResend(stuck)).outcome).toBe("pending");
  });
});

describe("taking an approval back", () => {
  it("returns the case as it was, whoever of those concerned does it, and once", async () => {
    for (const taker of [bo, cara, dev]) {
      const stuck = await stuckCase(pool);
      const { requestId } = await askForResend(stuck);
      await approve(stuck, requestId);
      const answer = await takeBack(taker, requestId, {});
      expect(await actionRow(pool, stuck.key)).toMatchObject({
        status: "failed",
        failure: "may_have_happened",
        doubts: 1,
        judged_attempt: 1,
        release_reason: null,
        release_request_id: null,
        released_at: null,
        release_expires_at: null,
        claimable_at: null,
      });
      expect(await reviewRows(pool, stuck.key)).toMatchObject([{ state: "open", version: 4 }]);
      expect(await requestRows(pool, stuck.key)).toMatchObject([{ state: "approved" }]);
      expect(await takeBack(taker, requestId, {})).toEqual(answer);
      expect((await auditActions(pool, requestId)).at(-1)).toBe("release.taken_back");
      expect(await claimReleased(pool, stuck.key)).toBeNull();
    }
  });

  it("is refused once a worker has claimed it", async () => {
    const stuck = await stuckCase(pool);
    const { requestId } = await askForResend(stuck);
    await approve(stuck, requestId);
    expect(await claimReleased(pool, stuck.key)).toBe(2);
    const before = await snapshot(pool, stuck);
    await expect(takeBack(bo, requestId, {})).rejects.toMatchObject({ code: "decided_otherwise", status: 409 });
    expect(await snapshot(pool, stuck)).toEqual(before);
  });

  it("is refused to whoever has no part in it", async () => {
    const eve = await person(pool, "Eve", "operator");
    const stuck = await stuckCase(pool);
    const { requestId } = await askForResend(stuck);
    await approve(stuck, requestId);
    await expect(takeBack(eve, requestId, {})).rejects.toMatchObject({ code: "forbidden", status: 403 });
    await takeBack(dev, requestId, {});
    await expect(takeBack(cara, requestId, {})).rejects.toMatchObject({ status: 409, facts: { by: "Dev" } });
  });
});

describe("a first send of a gated kind", () => {
  it("is asked for by the worker and signed by one person", async () => {
    await pool.query("insert into policy (kind, gate, sign_offs_resend) values ('gated', 'before_send', 0)");
    const held = await stuckCase(pool, { kind: "gated", status: "held" });
    const { rows } = await pool.query(
      `insert into review_request (review_id, type, requested_by, reason, payload_hash, expires_at)
       values ($1, 'send', 'worker:mailer-1', 'first send', $2, now() + interval '1 hour') returning id`,
      [held.reviewId, held.payloadHash],
    );
    const listed = await listReviews(cara, { tab: "to_sign", limit: 100, kind: "gated" });
    expect(listed.items).toMatchObject([
      { status: "held", risk: { word: "safe" }, pendingRequest: { requestedBy: { name: "worker mailer-1" } } },
    ]);
    expect((await approve(held, rows[0].id)).outcome).toBe("approved");
    expect(await actionRow(pool, held.key)).toMatchObject({ status: "released", attempt: 0 });
    await takeBack(cara, rows[0].id, {});
    expect(await actionRow(pool, held.key)).toMatchObject({ status: "held", attempt: 0, completed_at: null });
    const asked = await createRequest(bo, held.reviewId, {
      type: "send",
      reason: "Again",
      ...(await seenOf(pool, held)),
    });
    expect(asked.outcome).toBe("pending");
  });
});
