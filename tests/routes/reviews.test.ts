import { beforeAll, describe, expect, it, vi } from "vitest";
import { GET as getAction } from "#app/api/actions/[key]/route.ts";
import { POST as postSignOff } from "#app/api/requests/[id]/sign-offs/route.ts";
import { POST as postTakeBack } from "#app/api/requests/[id]/take-back/route.ts";
import { POST as postWithdraw } from "#app/api/requests/[id]/withdraw/route.ts";
import { POST as postAssign } from "#app/api/reviews/[id]/assign/route.ts";
import { POST as postReopen } from "#app/api/reviews/[id]/reopen/route.ts";
import { POST as postRequest } from "#app/api/reviews/[id]/requests/route.ts";
import { GET as getReview } from "#app/api/reviews/[id]/route.ts";
import { GET as getCounts } from "#app/api/reviews/counts/route.ts";
import { GET as getReviews } from "#app/api/reviews/route.ts";
import type { RouteHandler } from "#lib/http/index.ts";
import { requestAnswerSchema, reviewDetailSchema, reviewListSchema } from "#lib/reviews/contract.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { seenOf, snapshot, type StuckCase, stuckCase } from "#tests/support/desk.ts";
import { actionRow } from "#tests/support/rows.ts";
import { call, type SignedIn, signedIn } from "#tests/support/signed-in.ts";

vi.stubEnv("AUTH_SECRET", "only-for-tests-only-for-tests-only-for-tests");
const { pool } = testDatabase();
const people: Record<string, SignedIn> = {};
let bo: SignedIn;

beforeAll(async () => {
  bo = await signedIn("Bo", "operator");
  people["operator"] = await signedIn("Olga", "operator");
  people["approver"] = await signedIn("Cara", "approver");
  people["admin"] = await signedIn("Ada", "admin");
  people["admin and approver"] = await signedIn("Dev", "admin", "approver");
});

async function ask(stuck: StuckCase, as: SignedIn | null, over: object = {}, idempotencyKey?: string) {
  const path = `/api/reviews/${stuck.reviewId}/requests`;
  const body = { type: "resend", reason: "It did not arrive", ...(await seenOf(pool, stuck)), ...over };
  const key = idempotencyKey === undefined ? {} : { idempotencyKey };
  return call(postRequest, { path, params: { id: stuck.reviewId }, body, as, ...key });
}

async function answer(handler: RouteHandler, requestId: string, body: object, as: SignedIn | null) {
  return call(handler, { path: `/api/requests/${requestId}/x`, params: { id: requestId }, body, as });
}

async function pendingResend(): Promise<StuckCase & { requestId: string }> {
  const stuck = await stuckCase(pool);
  const { requestId } = requestAnswerSchema.parse((await ask(stuck, bo)).body);
  return { ...stuck, requestId };
}

/** Each cell over its own fresh case: status by role, for a call that would succeed for whoever may make it. */
const MATRIX = [
  ["GET reviews", { operator: 200, approver: 200, admin: 200, "admin and approver": 200, "signed out": 401 }],
  ["GET counts", { operator: 200, approver: 200, admin: 200, "admin and approver": 200, "signed out": 401 }],
  ["GET review", { operator: 200, approver: 200, admin: 200, "admin and approver": 200, "signed out": 401 }],
  ["GET action", { operator: 200, approver: 200, admin: 200, "admin and approver": 200, "signed out": 401 }],
  ["POST assign", { operator: 200, approver: 200, admin: 200, "admin and approver": 200, "signed out": 401 }],
  ["POST request", { operator: 200, approver: 200, admin: 200, "admin and approver": 200, "signed out": 401 }],
  ["POST dismiss", { operator: 200, approver: 200, admin: 200, "admin and approver": 200, "signed out": 401 }],
  ["POST reopen", { operator: 200, approver: 200, admin: 200, "admin and approver": 200, "signed out": 401 }],
  ["POST approve", { operator: 403, approver: 200, admin: 403, "admin and approver": 200, "signed out": 401 }],
  ["POST reject", { operator: 403, approver: 200, admin: 403, "admin and approver": 200, "signed out": 401 }],
  [
    "POST withdraw another's",
    { operator: 403, approver: 403, admin: 403, "admin and approver": 403, "signed out": 401 },
  ],
  [
    "POST take back another's",
    { operator: 403, approver: 200, admin: 403, "admin and approver": 200, "signed out": 401 },
  ],
] as const;

const CALLS: Record<
  (typeof MATRIX)[number][0],
  (as: SignedIn | null) => Promise<{ status: number; stuck?: StuckCase }>
> = {
  "GET reviews": (as) => call(getReviews, { path: "/api/reviews?tab=all", as }),
  "GET counts": (as) => call(getCounts, { path: "/api/reviews/counts", as }),
  "GET review": async (as) => {
    const { reviewId: id } = await stuckCase(pool);
    return call(getReview, { path: `/api/reviews/${id}`, params: { id }, as });
  },
  "GET action": async (as) => {
    const { key } = await stuckCase(pool);
    return call(getAction, { path: `/api/actions/${key}`, params: { key }, as });
  },
  "POST assign": async (as) => {
    const stuck = await stuckCase(pool);
    const path = `/api/reviews/${stuck.reviewId}/assign`;
    return call(postAssign, { path, params: { id: stuck.reviewId }, body: { assigneeId: bo.id }, as });
  },
  "POST request": async (as) => ask(await stuckCase(pool), as),
  "POST dismiss": async (as) => ask(await stuckCase(pool), as, { type: "dismiss" }),
  "POST reopen": async (as) => {
    const stuck = await stuckCase(pool);
    await ask(stuck, bo, { type: "dismiss" });
    const path = `/api/reviews/${stuck.reviewId}/reopen`;
    return call(postReopen, { path, params: { id: stuck.reviewId }, body: { reason: "x", version: 2 }, as });
  },
  "POST approve": async (as) => {
    const stuck = await pendingResend();
    const body = { verdict: "approve", ...(await seenOf(pool, stuck)) };
    return { ...(await answer(postSignOff, stuck.requestId, body, as)), stuck };
  },
  "POST reject": async (as) => {
    const stuck = await pendingResend();
    const body = { verdict: "reject", note: "It arrived", ...(await seenOf(pool, stuck)) };
    return { ...(await answer(postSignOff, stuck.requestId, body, as)), stuck };
  },
  "POST withdraw another's": async (as) => {
    const stuck = await pendingResend();
    return { ...(await answer(postWithdraw, stuck.requestId, {}, as)), stuck };
  },
  "POST take back another's": async (as) => {
    const stuck = await pendingResend();
    const body = { verdict: "approve", ...(await seenOf(pool, stuck)) };
    await answer(postSignOff, stuck.requestId, body, people["admin and approver"] ?? null);
    return { ...(await answer(postTakeBack, stuck.requestId, {}, as)), stuck };
  },
};

describe("who may do what", () => {
  it.each(MATRIX)("%s", async (name, cells) => {
    for (const [role, expected] of Object.entries(cells)) {
      const { status } = await CALLS[name](people[role] ?? null);
      expect([role, status]).toEqual([role, expected]);
    }
  });

  it("a refused signature moves nothing", async () => {
    const stuck = await pendingResend();
    const before = await snapshot(pool, stuck);
    const body = { verdict: "approve", ...(await seenOf(pool, stuck)) };
    for (const as of [bo, people["operator"] ?? null, people["admin"] ?? null, null]) {
      await answer(postSignOff, stuck.requestId, body, as);
    }
    expect(await snapshot(pool, stuck)).toEqual(before);
  });

  it("an account that was disabled, or lost its role, signs nothing with the session it has", async () => {
    const eve = await signedIn("Eve", "approver");
    const stuck = await pendingResend();
    const body = { verdict: "approve", ...(await seenOf(pool, stuck)) };
    await pool.query("update auth_user set roles = '{operator}' where id = $1", [eve.id]);
    expect((await answer(postSignOff, stuck.requestId, body, eve)).status).toBe(403);
    await pool.query("update auth_user set roles = '{approver}', disabled_at = now() where id = $1", [eve.id]);
    expect((await answer(postSignOff, stuck.requestId, body, eve)).status).toBe(401);
    expect(await actionRow(pool, stuck.key)).toMatchObject({ status: "failed" });
  });
});

describe("over HTTP", () => {
  it("the requester is told that someone else must sign", async () => {
    const stuck = await pendingResend();
    const refused = await answer(
      postSignOff,
      stuck.requestId,
      { verdict: "approve", ...(await seenOf(pool, stuck)) },
      bo,
    );
    expect(refused).toMatchObject({
      status: 403,
      body: { code: "own_request", detail: "You asked for this, so someone else must sign off." },
    });
  });

  it("a repeat under one Idempotency-Key has the same status and the same body", async () => {
    const stuck = await stuckCase(pool);
    const seen = await seenOf(pool, stuck);
    const first = await ask(stuck, bo, seen, "key-1");
    expect(first.status).toBe(200);
    expect(await ask(stuck, bo, seen, "key-1")).toEqual(first);
  });

  it("an answer that comes too late has the problem's code and who was first", async () => {
    const stuck = await pendingResend();
    const body = { verdict: "approve", ...(await seenOf(pool, stuck)) };
    await answer(postSignOff, stuck.requestId, body, people["approver"] ?? null);
    expect(await answer(postSignOff, stuck.requestId, body, people["admin and approver"] ?? null)).toMatchObject({
      status: 409,
      body: { code: "decided_otherwise", by: "Cara", decision: "approved", at: expect.any(String) },
    });
  });

  it("what cannot be read is refused before anything is looked at", async () => {
    const stuck = await pendingResend();
    const seen = await seenOf(pool, stuck);
    const who = people["approver"] ?? null;
    expect((await answer(postSignOff, stuck.requestId, { verdict: "reject", ...seen }, who)).status).toBe(422);
    expect((await answer(postSignOff, stuck.requestId, { verdict: "approve" }, who)).status).toBe(422);
    expect((await answer(postSignOff, "not-a-uuid", { verdict: "approve", ...seen }, who)).status).toBe(422);
    expect((await ask(stuck, bo, { type: "mark_happened" })).status).toBe(422);
    expect((await ask(stuck, bo, { reason: " " })).status).toBe(422);
    const unknown = "00000000-0000-4000-8000-000000000000";
    expect((await answer(postSignOff, unknown, { verdict: "approve", ...seen }, who)).status).toBe(404);
    expect((await call(getReview, { path: "/x", params: { id: unknown }, as: bo })).status).toBe(404);
    expect((await call(getAction, { path: "/x", params: { key: "none" }, as: bo })).status).toBe(404);
  });

  it("reading answers in the shape that the contract promises", async () => {
    const stuck = await pendingResend();
    const detail = await call(getReview, { path: "/x", params: { id: stuck.reviewId }, as: bo });
    expect(reviewDetailSchema.parse(detail.body)).toEqual(detail.body);
    const list = await call(getReviews, { path: "/api/reviews?tab=awaiting_sign_off&limit=3", as: bo });
    expect(reviewListSchema.parse(list.body)).toEqual(list.body);
    expect((await call(getReviews, { path: "/api/reviews?limit=101", as: bo })).status).toBe(422);
    expect((await call(getReviews, { path: "/api/reviews?cursor=nonsense", as: bo })).status).toBe(422);
  });
});
