import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { assign, createRequest, readReview, reopen, signOff, withdrawRequest } from "#lib/reviews/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, seenOf, snapshot, type StuckCase, stuckCase } from "#tests/support/desk.ts";
import { actionRow, auditActions, requestRows, reviewRows } from "#tests/support/rows.ts";

const { pool } = testDatabase();
let bo: Actor;
let cara: Actor;

beforeAll(async () => {
  bo = await person(pool, "Bo", "operator");
  cara = await person(pool, "Cara", "operator", "approver");
});

const REFERENCE = "smtp log line 4711";

async function ask(stuck: StuckCase, type: "resend" | "send" | "dismiss" | "mark_happened", decisionKey?: string) {
  const reference = type === "mark_happened" ? { reference: REFERENCE } : {};
  const input = { type, reason: "Seen", ...reference, ...(await seenOf(pool, stuck)) };
  return createRequest(bo, stuck.reviewId, input, decisionKey);
}

describe("a dismissal", () => {
  it("takes effect at once, and can be reopened", async () => {
    for (const status of ["failed", "held"] as const) {
      const stuck = await stuckCase(pool, { status });
      const asked = await ask(stuck, "dismiss");
      expect(asked.outcome).toBe("approved");
      const dismissed = await actionRow(pool, stuck.key);
      expect(dismissed).toMatchObject({ status: "dismissed", replaced_by: null, revision: 1 });
      expect(dismissed["completed_at"]).not.toBeNull();
      expect(await reviewRows(pool, stuck.key)).toMatchObject([{ state: "closed", resolution: "dismissed" }]);
      expect(await auditActions(pool, asked.requestId)).toEqual(["request.created", "request.approved"]);

      const { version } = await seenOf(pool, stuck);
      const answer = await reopen(bo, stuck.reviewId, { reason: "Needed after all", version }, `reopen-${status}`);
      expect(answer.outcome).toBe("reopened");
      expect(await actionRow(pool, stuck.key)).toMatchObject({
        status,
        failure: dismissed["failure"],
        doubts: dismissed["doubts"],
        judged_attempt: dismissed.attempt,
        release_reason: null,
        next_check_at: null,
      });
      expect(await reviewRows(pool, stuck.key)).toMatchObject([
        { id: stuck.reviewId, state: "open", resolution: null },
      ]);
      expect(await reopen(bo, stuck.reviewId, { reason: "Needed after all", version }, `reopen-${status}`)).toEqual(
        answer,
      );
      expect((await ask(stuck, "dismiss")).outcome).toBe("approved");
    }
  });

  it("waits for a signature where the policy says so", async () => {
    await pool.query("insert into policy (kind, sign_offs_dismiss) values ('strict', 1)");
    const stuck = await stuckCase(pool, { kind: "strict" });
    const { requestId, outcome } = await ask(stuck, "dismiss");
    expect(outcome).toBe("pending");
    expect(await actionRow(pool, stuck.key)).toMatchObject({ status: "failed" });
    await signOff(cara, requestId, { verdict: "approve", ...(await seenOf(pool, stuck)) });
    expect(await actionRow(pool, stuck.key)).toMatchObject({ status: "dismissed" });
  });

  it("cannot be reopened once the worker reported that it landed, nor twice, nor by an old screen", async () => {
    const landed = await stuckCase(pool);
    await ask(landed, "dismiss");
    const { version } = await seenOf(pool, landed);
    await pool.query("select notwice_late_success($1, 1, null, '{}', 'late_worker', 'mailer-1')", [landed.key]);
    const before = await snapshot(pool, landed);
    await expect(reopen(bo, landed.reviewId, { reason: "x", version })).rejects.toMatchObject({ status: 409 });
    expect(await snapshot(pool, landed)).toEqual(before);

    const stuck = await stuckCase(pool);
    await ask(stuck, "dismiss");
    await expect(reopen(bo, stuck.reviewId, { reason: "x", version: 1 })).rejects.toMatchObject({ status: 412 });
    await reopen(bo, stuck.reviewId, { reason: "x", version: 2 });
    await expect(reopen(bo, stuck.reviewId, { reason: "x", version: 3 })).rejects.toMatchObject({
      code: "illegal_transition",
    });
  });
});

describe("recording as happened", () => {
  it("settles the action with the evidence, and says whose word it is", async () => {
    const stuck = await stuckCase(pool);
    const asked = await ask(stuck, "mark_happened");
    expect(asked.outcome).toBe("approved");
    expect(await actionRow(pool, stuck.key)).toMatchObject({
      status: "succeeded",
      settled_by: "attestation",
      failure: null,
      result: { attestation: { requestId: asked.requestId, by: bo.id, reference: REFERENCE } },
    });
    expect(await reviewRows(pool, stuck.key)).toMatchObject([{ state: "closed", resolution: "marked_happened" }]);
    await expect(reopen(bo, stuck.reviewId, { reason: "x", version: 2 })).rejects.toMatchObject({
      code: "illegal_transition",
    });
  });

  it("is refused where nothing was ever attempted", async () => {
    const held = await stuckCase(pool, { status: "held" });
    const before = await snapshot(pool, held);
    await expect(ask(held, "mark_happened")).rejects.toMatchObject({ code: "illegal_transition" });
    await expect(ask(held, "resend")).rejects.toMatchObject({ code: "illegal_transition" });
    expect(await snapshot(pool, held)).toEqual(before);
  });
});

describe("what is asked for", () => {
  it("is bound to what was seen", async () => {
    const stuck = await stuckCase(pool);
    const before = await snapshot(pool, stuck);
    const [type, reason] = ["dismiss" as const, "x"];
    const old = { type, reason, version: 7, payloadHash: stuck.payloadHash };
    await expect(createRequest(bo, stuck.reviewId, old)).rejects.toMatchObject({
      code: "changed_since_seen",
      facts: { version: 1, field: "version" },
    });
    const otherBytes = { type, reason, version: 1, payloadHash: "f".repeat(64) };
    await expect(createRequest(bo, stuck.reviewId, otherBytes)).rejects.toMatchObject({
      code: "changed_since_seen",
      facts: { field: "payloadHash" },
    });
    expect(await snapshot(pool, stuck)).toEqual(before);
  });

  it("case 16: is asked for once; the other is told who asked and when", async () => {
    const stuck = await stuckCase(pool);
    await ask(stuck, "resend");
    const pending = (await requestRows(pool, stuck.key))[0] ?? {};
    const seen = await seenOf(pool, stuck);
    for (const version of [1, seen.version]) {
      const second = { type: "resend" as const, reason: "too", payloadHash: seen.payloadHash, version };
      await expect(createRequest(cara, stuck.reviewId, second)).rejects.toMatchObject({
        code: "request_pending",
        status: 409,
        facts: { by: "Bo", at: (pending["requested_at"] as Date).toISOString() },
      });
    }
    expect(await requestRows(pool, stuck.key)).toHaveLength(1);
  });

  it("case 16: a double submit with one Idempotency-Key is one request with one answer", async () => {
    const stuck = await stuckCase(pool);
    const seen = await seenOf(pool, stuck);
    const input = { type: "resend" as const, reason: "once", ...seen };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => createRequest(bo, stuck.reviewId, input, "double-submit")),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await requestRows(pool, stuck.key)).toHaveLength(1);

    const other = await stuckCase(pool);
    const reused = { ...input, ...(await seenOf(pool, other)) };
    await expect(createRequest(bo, other.reviewId, reused, "double-submit")).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
    await expect(
      createRequest(bo, stuck.reviewId, { ...input, type: "dismiss" }, "double-submit"),
    ).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
  });

  it("takes the place of a request whose time is over", async () => {
    const stuck = await stuckCase(pool);
    const { requestId } = await ask(stuck, "resend");
    await pool.query("update review_request set expires_at = now() where id = $1", [requestId]);
    expect((await ask(stuck, "resend")).outcome).toBe("pending");
    expect(await requestRows(pool, stuck.key)).toMatchObject([
      { id: requestId, state: "expired" },
      { state: "pending" },
    ]);
    expect((await auditActions(pool, requestId)).at(-1)).toBe("request.expired");
  });

  it("is refused in a closed case, saying by whom it was decided", async () => {
    const stuck = await stuckCase(pool);
    await ask(stuck, "dismiss");
    const before = await snapshot(pool, stuck);
    await expect(ask(stuck, "resend")).rejects.toMatchObject({
      code: "decided_otherwise",
      facts: { by: "Bo", decision: "dismissed" },
    });
    expect(await snapshot(pool, stuck)).toEqual(before);
  });
});

describe("withdrawing", () => {
  it("is its requester's alone, and done twice is done once", async () => {
    const stuck = await stuckCase(pool);
    const { requestId } = await ask(stuck, "resend");
    const before = await snapshot(pool, stuck);
    await expect(withdrawRequest(cara, requestId, {})).rejects.toMatchObject({ status: 403 });
    expect(await snapshot(pool, stuck)).toEqual(before);
    const answer = await withdrawRequest(bo, requestId, {});
    expect(await withdrawRequest(bo, requestId, {})).toEqual(answer);
    expect(await requestRows(pool, stuck.key)).toMatchObject([{ state: "withdrawn", decided_by: bo.id }]);
    expect(await auditActions(pool, requestId)).toEqual(["request.created", "request.withdrawn"]);
    expect((await ask(stuck, "resend")).outcome).toBe("pending");
  });
});

describe("looking after a case", () => {
  it("is a mark that moves no version", async () => {
    const stuck = await stuckCase(pool);
    expect(await assign(bo, stuck.reviewId, { assigneeId: cara.id })).toEqual({
      reviewId: stuck.reviewId,
      assignee: { id: cara.id, name: "Cara" },
    });
    expect((await readReview(bo, stuck.reviewId)).review).toMatchObject({ version: 1, assignee: { name: "Cara" } });
    await assign(cara, stuck.reviewId, { assigneeId: null });
    expect(await auditActions(pool, stuck.reviewId)).toEqual(["review.assigned", "review.assigned"]);
    await expect(assign(bo, stuck.reviewId, { assigneeId: "nobody" })).rejects.toMatchObject({ code: "invalid_input" });
    await ask(stuck, "dismiss");
    await expect(assign(bo, stuck.reviewId, { assigneeId: bo.id })).rejects.toMatchObject({ status: 409 });
  });
});
