import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import {
  askBulkRequest,
  createRequest,
  freezeBulkRequest,
  readBulkRequest,
  stopBulkRequest,
  withdrawRequest,
} from "#lib/reviews/index.ts";
import { countsOf, draftOf, newKind, rowsOf, stuckCases } from "#tests/integration/bulk/sets.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, seenOf, snapshot, type StuckCase, stuckCase } from "#tests/support/desk.ts";
import { actionRow, auditActions, requestRows, reviewRows } from "#tests/support/rows.ts";

const { pool } = testDatabase();
const WHY = { reason: "They say nothing arrived", paceSeconds: 2 };
let bo: Actor;
let cara: Actor;

beforeAll(async () => {
  bo = await person(pool, "Bo", "operator");
  cara = await person(pool, "Cara", "approver");
});

async function resendOf(actor: Actor, stuck: StuckCase): Promise<string> {
  const input = { type: "resend" as const, reason: "It did not arrive", ...(await seenOf(pool, stuck)) };
  return (await createRequest(actor, stuck.reviewId, input)).requestId;
}

describe("asking for a draft", () => {
  it("makes one request per item in its maker's name, bound as a single one is", async () => {
    const cases = await stuckCases(pool, 3);
    const id = await draftOf(pool, bo, cases);
    const single = await stuckCase(pool);
    await resendOf(bo, single);
    const answer = await askBulkRequest(bo, id, { ...WHY, note: "All of mx1" });
    expect(answer).toMatchObject({ asked: 3, pending: 3, approved: 0, refused: [] });
    const [alone] = await requestRows(pool, single.key);
    for (const [place, { key, reviewId, payloadHash }] of cases.entries()) {
      const [request] = await requestRows(pool, key);
      expect(request).toMatchObject({
        state: "pending",
        type: "resend",
        requested_by: bo.id,
        reason: WHY.reason,
        note: "All of mx1",
        payload_hash: payloadHash,
        bulk_request_id: id,
        bulk_position: place + 1,
        attempt: alone?.["attempt"],
        recovery: alone?.["recovery"],
        gate: alone?.["gate"],
        sign_offs_needed: alone?.["sign_offs_needed"],
      });
      expect(await reviewRows(pool, key)).toMatchObject([{ id: reviewId, state: "open", version: 2 }]);
      expect(await actionRow(pool, key)).toMatchObject({ status: "failed" });
      expect(await auditActions(pool, String(request?.["id"]))).toEqual(["request.created"]);
    }
    expect(await auditActions(pool, id)).toEqual(["bulk_request.frozen", "bulk_request.asked"]);
    expect(await readBulkRequest(bo, id, { show: "all", limit: 1 })).toMatchObject({
      state: "pending",
      reason: WHY.reason,
      paceSeconds: 2,
      needNoSignOff: 0,
      counts: { asked: 3, waiting: 3, done: 0, refused: 0 },
      viewer: { ask: { allowed: false, blockedBy: "state" }, stop: { allowed: true } },
    });
  });

  it("case 16: refuses what has another's pending request, and tells who asked and when", async () => {
    const [taken, free] = (await stuckCases(pool, 2)) as [StuckCase, StuckCase];
    const id = await draftOf(pool, bo, [taken, free]);
    await resendOf(cara, taken);
    const before = await snapshot(pool, taken);
    const [hers = {}] = await requestRows(pool, taken.key);
    const answer = await askBulkRequest(bo, id, WHY);
    expect(answer).toMatchObject({
      asked: 2,
      pending: 1,
      refused: [
        {
          position: 1,
          reviewId: taken.reviewId,
          code: "request_pending",
          by: "Cara",
          at: (hers["requested_at"] as Date).toISOString(),
          because: expect.stringMatching(/^Cara asked for a resend on .* UTC\. That comes first\.$/),
        },
      ],
    });
    expect(await snapshot(pool, taken)).toEqual(before);
    expect(await requestRows(pool, free.key)).toMatchObject([{ state: "pending", requested_by: bo.id }]);
    const { items, counts } = await readBulkRequest(bo, id, { show: "refused", limit: 10 });
    expect(counts).toMatchObject({ asked: 2, waiting: 1, refused: 1 });
    expect(items).toMatchObject([{ position: 1, reason: { code: "request_pending", by: "Cara" } }]);
  });

  it("case 16: and the other way round, a single request after the bulk one is told of it", async () => {
    const [stuck] = (await stuckCases(pool, 1)) as [StuckCase];
    await askBulkRequest(bo, await draftOf(pool, bo, [stuck]), WHY);
    await expect(resendOf(cara, stuck)).rejects.toMatchObject({ code: "request_pending", facts: { by: "Bo" } });
    expect(await requestRows(pool, stuck.key)).toHaveLength(1);
  });

  it("refuses what has changed since it was frozen, also where it looks the same again", async () => {
    const cases = (await stuckCases(pool, 4)) as [StuckCase, StuckCase, StuckCase, StuckCase];
    const [evidence, withdrawn, attempted, same] = cases;
    const id = await draftOf(pool, bo, cases);
    await pool.query("update review set version = version + 1 where id = $1", [evidence.reviewId]);
    await withdrawRequest(cara, await resendOf(cara, withdrawn), {});
    await pool.query(
      "update action_log set status = 'succeeded', failure = null, revision = revision + 1 where key = $1",
      [attempted.key],
    );
    const before = await Promise.all([evidence, withdrawn, attempted].map((one) => snapshot(pool, one)));
    const { refused, pending } = await askBulkRequest(bo, id, WHY);
    expect(refused.map(({ position, code }) => [position, code])).toEqual([
      [1, "changed_since_seen"],
      [2, "changed_since_seen"],
      [3, "illegal_transition"],
    ]);
    expect(pending).toBe(1);
    expect(await Promise.all([evidence, withdrawn, attempted].map((one) => snapshot(pool, one)))).toEqual(before);
    expect(await requestRows(pool, same.key)).toHaveLength(1);
  });

  it("leaves out rows where they were left out, though they could be asked for by now", async () => {
    const [busy, free] = (await stuckCases(pool, 2)) as [StuckCase, StuckCase];
    const requestId = await resendOf(cara, busy);
    const id = await draftOf(pool, bo, [busy, free]);
    await withdrawRequest(cara, requestId, {});
    expect(await askBulkRequest(bo, id, WHY)).toMatchObject({ asked: 1, pending: 1 });
    expect(await requestRows(pool, busy.key)).toMatchObject([{ state: "withdrawn" }]);
    const none = await draftOf(pool, bo, [free]);
    await expect(askBulkRequest(bo, none, WHY)).rejects.toMatchObject({ code: "illegal_transition" });
  });

  it("dismissals that need no sign-off take effect at once, each with its audit", async () => {
    const cases = await stuckCases(pool, 3);
    const other = await stuckCase(pool);
    const before = await snapshot(pool, other);
    const id = await draftOf(pool, bo, cases, "dismiss");
    expect((await readBulkRequest(bo, id, { show: "all", limit: 1 })).needNoSignOff).toBe(3);
    expect(await askBulkRequest(bo, id, WHY)).toMatchObject({ asked: 3, pending: 0, approved: 3 });
    for (const { key } of cases) {
      expect(await actionRow(pool, key)).toMatchObject({ status: "dismissed" });
      expect(await reviewRows(pool, key)).toMatchObject([{ state: "closed", resolution: "dismissed" }]);
      expect(await requestRows(pool, key)).toMatchObject([{ state: "approved", decided_by: bo.id }]);
      expect(await auditActions(pool, key)).toEqual(["action.dismissed"]);
    }
    expect(await countsOf(bo, id)).toMatchObject({ asked: 3, done: 3, waiting: 0 });
    expect(await snapshot(pool, other)).toEqual(before);
  });

  it("recording that they happened needs a reference, and is each one's result", async () => {
    const cases = await stuckCases(pool, 2);
    const id = await draftOf(pool, bo, cases, "mark_happened");
    await expect(askBulkRequest(bo, id, WHY)).rejects.toMatchObject({ status: 422, facts: { field: "reference" } });
    expect(await askBulkRequest(bo, id, { ...WHY, reference: "provider log" })).toMatchObject({ approved: 2 });
    for (const { key } of cases) {
      const [request] = await requestRows(pool, key);
      const attestation = { requestId: request?.["id"], by: bo.id, reference: "provider log" };
      expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded", result: { attestation } });
    }
  });

  it("resends that need no sign-off are released at the pace that was asked for", async () => {
    const kind = newKind();
    await pool.query("insert into policy (kind, sign_offs_resend, hold_seconds) values ($1, 0, 10)", [kind]);
    const cases = await Promise.all([1, 2, 3].map(() => stuckCase(pool, { kind, failure: "did_not_happen" })));
    const doubtful = await stuckCase(pool, { kind });
    const id = await draftOf(pool, bo, [...cases, doubtful]);
    expect((await readBulkRequest(bo, id, { show: "all", limit: 1 })).needNoSignOff).toBe(3);
    expect(await askBulkRequest(bo, id, WHY)).toMatchObject({ approved: 3, pending: 1 });
    const waits = await pool.query(
      `select extract(epoch from claimable_at - released_at)::int as wait from action_log
       where kind = $1 and status = 'released' order by claimable_at`,
      [kind],
    );
    expect(waits.rows.map(({ wait }) => wait)).toEqual([10, 12, 14]);
    expect(await actionRow(pool, doubtful.key)).toMatchObject({ status: "failed" });
  });
});

describe("a draft is asked for", () => {
  it("by its maker only", async () => {
    const cases = await stuckCases(pool, 1);
    const id = await draftOf(pool, bo, cases);
    const before = await snapshot(pool, cases[0] as StuckCase);
    await expect(askBulkRequest(cara, id, WHY)).rejects.toMatchObject({
      status: 403,
      message: "Only Bo, who put this set together, can ask for it.",
    });
    expect(await snapshot(pool, cases[0] as StuckCase)).toEqual(before);
    expect(await countsOf(bo, id)).toMatchObject({ waiting: 1 });
  });

  it("once: a repeat under the same key is the same answer, another key learns when", async () => {
    const cases = await stuckCases(pool, 2);
    const id = await draftOf(pool, bo, cases);
    await resendOf(cara, cases[0] as StuckCase);
    const first = await askBulkRequest(bo, id, WHY, "ask-1");
    expect(await askBulkRequest(bo, id, WHY, "ask-1")).toEqual(first);
    await expect(askBulkRequest(bo, id, { ...WHY, reason: "other" }, "ask-1")).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
    await expect(askBulkRequest(bo, id, WHY, "ask-2")).rejects.toMatchObject({
      code: "decided_otherwise",
      facts: { by: "Bo", decision: "asked", at: first.at },
    });
    await expect(askBulkRequest(bo, id, WHY)).rejects.toMatchObject({ status: 409 });
    expect(await requestRows(pool, cases[1]?.key ?? "")).toHaveLength(1);
  });

  it("not once it was dropped", async () => {
    const cases = await stuckCases(pool, 1);
    const id = await draftOf(pool, bo, cases);
    await expect(stopBulkRequest(cara, id)).rejects.toMatchObject({ status: 403 });
    expect(await stopBulkRequest(bo, id)).toMatchObject({ takenBack: 0, withdrawn: 0 });
    await expect(askBulkRequest(bo, id, WHY)).rejects.toMatchObject({ facts: { by: "Bo", decision: "stopped" } });
    expect(await requestRows(pool, cases[0]?.key ?? "")).toEqual([]);
    expect(await countsOf(bo, id)).toMatchObject({ asked: 1, waiting: 0, notAttempted: 1 });
  });

  it("with what was frozen: a second draft of the same rows finds the first one's requests", async () => {
    const cases = await stuckCases(pool, 2);
    const drafts = [await draftOf(pool, bo, cases), await draftOf(pool, cara, cases)] as const;
    const reviews = await rowsOf(pool, cases);
    await askBulkRequest(bo, drafts[0], WHY);
    const second = await askBulkRequest(cara, drafts[1], WHY);
    expect(second).toMatchObject({ asked: 2, pending: 0, approved: 0 });
    expect(second.refused.map(({ code, by }) => [code, by])).toEqual([
      ["request_pending", "Bo"],
      ["request_pending", "Bo"],
    ]);
    const third = await freezeBulkRequest(cara, { type: "resend", reviews });
    expect(third).toMatchObject({ asked: 0, leftOut: 2 });
  });
});
