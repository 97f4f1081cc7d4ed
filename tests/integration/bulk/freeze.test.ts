import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#lib/auth/index.ts";
import { freezeBulkInputSchema, MAX_BULK_ITEMS } from "#lib/reviews/bulk/contract.ts";
import {
  askBulkRequest,
  createRequest,
  freezeBulkRequest,
  listReviews,
  readBulkRequest,
  signOff,
} from "#lib/reviews/index.ts";
import { askedOf, draftOf, newKind, rowsOf, stuckCases } from "#tests/integration/bulk/sets.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, seenOf, snapshot, type StuckCase, stuckCase } from "#tests/support/desk.ts";
import { actionRow } from "#tests/support/rows.ts";

const { pool } = testDatabase();
let bo: Actor;
let cara: Actor;
let dev: Actor;

beforeAll(async () => {
  bo = await person(pool, "Bo", "operator");
  cara = await person(pool, "Cara", "approver");
  dev = await person(pool, "Dev", "approver");
});

async function resendOf(actor: Actor, stuck: StuckCase): Promise<string> {
  const input = { type: "resend" as const, reason: "It did not arrive", ...(await seenOf(pool, stuck)) };
  return (await createRequest(actor, stuck.reviewId, input)).requestId;
}

async function dismiss(actor: Actor, stuck: StuckCase): Promise<void> {
  const input = { type: "dismiss" as const, reason: "No longer needed", ...(await seenOf(pool, stuck)) };
  await createRequest(actor, stuck.reviewId, input);
}

async function itemsOf(actor: Actor, id: string) {
  return (await readBulkRequest(actor, id, { show: "all", limit: 100 })).items;
}

describe("a draft", () => {
  it("is the rows on screen, in their order, each with what was seen of it; nothing moves by it", async () => {
    const cases = await stuckCases(pool, 3);
    const before = await Promise.all(cases.map((one) => snapshot(pool, one)));
    const answer = await freezeBulkRequest(bo, { type: "resend", reviews: await rowsOf(pool, cases) });
    expect(answer).toMatchObject({ form: "ask", type: "resend", asked: 3, leftOut: 0 });
    const detail = await readBulkRequest(bo, answer.bulkRequestId, { show: "all", limit: 100 });
    expect(detail).toMatchObject({
      state: "draft",
      counts: { asked: 3, done: 0, refused: 0, waiting: 3, notAttempted: 0, leftOut: 0 },
      risks: { may_duplicate: 3, safe: 0 },
      first: { position: 1, review: { id: cases[0]?.reviewId } },
      last: { position: 3, review: { id: cases[2]?.reviewId } },
      viewer: { ask: { allowed: true }, sign: { allowed: false }, stop: { allowed: true } },
    });
    expect(detail.items.map(({ review, frozen }) => [review.id, frozen])).toEqual(
      cases.map((one) => [one.reviewId, { version: 1, payloadHash: one.payloadHash, risk: "may_duplicate" }]),
    );
    expect(await Promise.all(cases.map((one) => snapshot(pool, one)))).toEqual(before);
  });

  it("by filter is what the list finds then; what arrives later is never in it", async () => {
    const kind = newKind();
    const cases = await stuckCases(pool, 3, kind);
    const others = await stuckCases(pool, 1, newKind());
    const filter = { tab: "needs_decision" as const, kind };
    const listed = await listReviews(bo, { ...filter, limit: 100 });
    const { bulkRequestId } = await freezeBulkRequest(bo, { type: "resend", filter });
    const late = await stuckCase(pool, { kind });
    const inSet = (await itemsOf(bo, bulkRequestId)).map(({ review }) => review.id);
    expect(inSet).toEqual(listed.items.map(({ id }) => id));
    expect(inSet.toSorted()).toEqual(cases.map(({ reviewId }) => reviewId).toSorted());
    const untouched = await Promise.all([late, ...others].map((one) => snapshot(pool, one)));
    await askBulkRequest(bo, bulkRequestId, { reason: "x", paceSeconds: 0 });
    expect(await Promise.all([late, ...others].map((one) => snapshot(pool, one)))).toEqual(untouched);
    expect((await itemsOf(bo, bulkRequestId)).map(({ review }) => review.id)).toEqual(inSet);
  });

  it.each([
    ["an empty filter", { type: "resend", filter: {} }],
    ["a filter that takes everything", { type: "resend", filter: { tab: "all" } }],
    ["a filter with a field that is none", { type: "resend", filter: { tab: "needs_decision", kinds: "send_email" } }],
    ["no set at all", { type: "resend" }],
    ["two sets", { type: "resend", filter: { tab: "mine" }, reviews: [row()] }],
    ["the same row twice", { type: "resend", reviews: [row(), row()] }],
    ["rows without what to ask for", { reviews: [row()] }],
    ["no rows", { type: "resend", reviews: [] }],
  ])("is not made of %s", (_what, input) => {
    expect(freezeBulkInputSchema.safeParse(input).success).toBe(false);
  });

  function row() {
    return { id: "3f2b0c1e-4a51-4c0e-9a39-0f2f5f1f8a10", version: 1, payloadHash: null };
  }

  it("is not made of a filter that finds nothing, or more than can be read and signed", async () => {
    const kind = newKind();
    const filter = { tab: "needs_decision" as const, kind };
    await expect(freezeBulkRequest(bo, { type: "resend", filter })).rejects.toMatchObject({ code: "invalid_input" });
    await pool.query(
      `with made as (
         insert into action_log (key, run_id, kind, status, failure, doubts)
         select $1 || n, 'run', $1, 'failed', 'may_have_happened', 1 from generate_series(0, $2) n returning key)
       insert into review (action_key, attempt) select key, 1 from made`,
      [kind, MAX_BULK_ITEMS],
    );
    await expect(freezeBulkRequest(bo, { type: "dismiss", filter })).rejects.toMatchObject({
      code: "too_large",
      message: "This filter finds more than 1000 actions. Narrow it down.",
    });
  });

  it("is not made of a case that does not exist", async () => {
    const unknown = { id: "3f2b0c1e-4a51-4c0e-9a39-0f2f5f1f8a10", version: 1, payloadHash: null };
    await expect(freezeBulkRequest(bo, { type: "resend", reviews: [unknown] })).rejects.toMatchObject({ status: 404 });
    const pending = { pendingRequests: [unknown] };
    await expect(freezeBulkRequest(cara, pending)).rejects.toMatchObject({ status: 404 });
  });

  it("frozen again under one Idempotency-Key is the same draft", async () => {
    const cases = await stuckCases(pool, 2);
    const reviews = await rowsOf(pool, cases);
    const first = await freezeBulkRequest(bo, { type: "resend", reviews }, "freeze-1");
    await dismiss(cara, cases[0] as StuckCase);
    expect(await freezeBulkRequest(bo, { type: "resend", reviews }, "freeze-1")).toEqual(first);
    const other = { code: "idempotency_key_reused" };
    await expect(freezeBulkRequest(bo, { type: "dismiss", reviews }, "freeze-1")).rejects.toMatchObject(other);
    const fewer = reviews.slice(0, 1);
    await expect(freezeBulkRequest(bo, { type: "resend", reviews: fewer }, "freeze-1")).rejects.toMatchObject(other);
    expect((await freezeBulkRequest(cara, { type: "resend", reviews }, "freeze-1")).bulkRequestId).not.toBe(
      first.bulkRequestId,
    );
  });

  it("says of each row that is left out why, and who was first", async () => {
    const [mine, hers, gone, moved, bare, good] = (await stuckCases(pool, 6)) as [
      StuckCase,
      StuckCase,
      StuckCase,
      StuckCase,
      StuckCase,
      StuckCase,
    ];
    const held = await stuckCase(pool, { status: "held" });
    const empty = await stuckCase(pool, { payload: null });
    const rows = await rowsOf(pool, [mine, hers, gone, moved, bare, held, empty, good]);
    await resendOf(bo, mine);
    await resendOf(cara, hers);
    await dismiss(cara, gone);
    await pool.query("update review set version = version + 1 where id = $1", [moved.reviewId]);
    rows[4] = { ...rows[4], payloadHash: "other bytes" } as (typeof rows)[number];
    const { bulkRequestId, asked, leftOut } = await freezeBulkRequest(bo, { type: "resend", reviews: rows });
    expect([asked, leftOut]).toEqual([1, 7]);
    const reasons = (await itemsOf(bo, bulkRequestId)).map(({ outcome, reason }) => [
      outcome,
      reason?.code,
      reason?.because,
      reason?.by,
    ]);
    expect(reasons).toEqual([
      ["left_out", "request_pending", expect.stringMatching(/^Bo asked for a resend on .* That comes first\.$/), "Bo"],
      ["left_out", "request_pending", expect.stringMatching(/^Cara asked for a resend on /), "Cara"],
      ["left_out", "decided_otherwise", expect.stringMatching(/^Cara approved a dismissal on /), "Cara"],
      ["left_out", "changed_since_seen", expect.stringMatching(/^The case has changed/), null],
      ["left_out", "changed_since_seen", expect.stringMatching(/^What is to be sent has changed/), null],
      ["left_out", "illegal_transition", "Nothing was sent yet: ask for a first send.", null],
      ["left_out", "illegal_transition", expect.stringMatching(/stored without a payload/), null],
      ["waiting", undefined, undefined, undefined],
    ]);
    const only = await readBulkRequest(bo, bulkRequestId, { show: "left_out", limit: 3 });
    expect([only.items.map(({ position }) => position), only.nextCursor]).toEqual([[1, 2, 3], "3"]);
    const rest = await readBulkRequest(bo, bulkRequestId, { show: "left_out", limit: 100, cursor: 3 });
    expect([rest.items.map(({ position }) => position), rest.nextCursor]).toEqual([[4, 5, 6, 7], null]);
    expect([rest.first?.position, rest.last?.position]).toEqual([8, 8]);
  });

  it("is the frozen rows by the schema itself: neither changed nor deleted", async () => {
    const id = await draftOf(pool, bo, await stuckCases(pool, 1));
    const change = (set: string) => pool.query(`update bulk_request_item set ${set} where bulk_request_id = $1`, [id]);
    for (const set of ["version = 9", "payload_hash = 'x'", "position = 5", "left_out = 'x'"]) {
      await expect(change(set)).rejects.toMatchObject({ constraint: "bulk_request_item_frozen" });
    }
    for (const table of ["bulk_request", "bulk_request_item", "bulk_sign_off"]) {
      await expect(pool.query(`delete from ${table}`)).rejects.toThrow(/kept|never/);
    }
  });
});

describe("a set of requests already pending", () => {
  it("is made by an approver, of one type, without what has ended", async () => {
    const cases = await stuckCases(pool, 3);
    const rejected = await resendOf(bo, cases[0] as StuckCase);
    const good = await resendOf(bo, cases[1] as StuckCase);
    const own = await resendOf(cara, cases[2] as StuckCase);
    const held = await stuckCase(pool, { status: "held" });
    const send = { type: "send" as const, reason: "first", ...(await seenOf(pool, held)) };
    const { requestId: first } = await createRequest(bo, held.reviewId, send);
    const seen = await rowsOf(pool, [...cases, held]);
    const rows = [rejected, good, own, first].map((id, place) => ({ ...seen[place], id })) as typeof seen;
    await signOff(dev, rejected, { verdict: "reject", note: "No", ...(await seenOf(pool, cases[0] as StuckCase)) });
    await expect(freezeBulkRequest(bo, { pendingRequests: rows })).rejects.toMatchObject({ status: 403 });
    const answer = await freezeBulkRequest(cara, { pendingRequests: rows });
    expect(answer).toMatchObject({ form: "sign", type: "resend", asked: 2, leftOut: 2 });
    const detail = await readBulkRequest(cara, answer.bulkRequestId, { show: "all", limit: 10 });
    expect(detail).toMatchObject({ state: "pending", signable: 1, viewer: { sign: { allowed: true } } });
    expect(detail.items.map(({ outcome, reason, sign }) => [outcome, reason?.because, sign?.allowed])).toEqual([
      ["left_out", expect.stringMatching(/^Dev turned this request down/), undefined],
      ["waiting", undefined, true],
      ["waiting", undefined, false],
      ["left_out", "This asks for a first send, the others for a resend. Sign it apart.", undefined],
    ]);
    await expect(askBulkRequest(cara, answer.bulkRequestId, { reason: "x", paceSeconds: 0 })).rejects.toMatchObject({
      status: 409,
    });
  });
});

describe("case 28: a dismissal and a later failure of the same kind", () => {
  it("a bulk resend by filter finds the new one; the dismissed stay dismissed", async () => {
    const kind = newKind();
    const old = await stuckCases(pool, 3, kind);
    await askedOf(pool, bo, old, { type: "dismiss" });
    const before = await Promise.all(old.map((one) => snapshot(pool, one)));
    const fresh = await stuckCase(pool, { kind });
    const { items } = await listReviews(bo, { tab: "needs_decision", kind, limit: 100 });
    expect(items.map(({ id }) => id)).toEqual([fresh.reviewId]);
    for (const filter of [{ tab: "needs_decision" as const, kind }, { tab: "all" as const, kind }, { kind }]) {
      const { bulkRequestId } = await freezeBulkRequest(bo, { type: "resend", filter });
      const inSet = (await itemsOf(bo, bulkRequestId)).filter(({ outcome }) => outcome !== "left_out");
      expect(inSet.map(({ review }) => review.id)).toEqual([fresh.reviewId]);
    }
    const { bulkRequestId } = await freezeBulkRequest(bo, { type: "resend", filter: { kind } });
    expect(await askBulkRequest(bo, bulkRequestId, { reason: "x", paceSeconds: 0 })).toMatchObject({ asked: 1 });
    expect(await Promise.all(old.map((one) => snapshot(pool, one)))).toEqual(before);
    for (const { key } of old) expect(await actionRow(pool, key)).toMatchObject({ status: "dismissed" });
  });
});
