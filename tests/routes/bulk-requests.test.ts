import { beforeAll, describe, expect, it, vi } from "vitest";
import { POST as postAsk } from "#app/api/bulk-requests/[id]/requests/route.ts";
import { GET as getBulk } from "#app/api/bulk-requests/[id]/route.ts";
import { POST as postSignOff } from "#app/api/bulk-requests/[id]/sign-offs/route.ts";
import { POST as postStop } from "#app/api/bulk-requests/[id]/stop/route.ts";
import { GET as getBulks, POST as postDraft } from "#app/api/bulk-requests/route.ts";
import type { RouteHandler } from "#lib/http/index.ts";
import { bulkDetailSchema, bulkListSchema, freezeBulkAnswerSchema } from "#lib/reviews/bulk/contract.ts";
import { newKind, rowsOf, stuckCases } from "#tests/integration/bulk/sets.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { snapshot, type StuckCase } from "#tests/support/desk.ts";
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
});

type Answer = { as: SignedIn | null; body: object; idempotencyKey?: string };

async function post(handler: RouteHandler, id: string, answer: Answer) {
  return call(handler, { path: `/api/bulk-requests/${id}/x`, params: { id }, ...answer });
}

async function freeze(as: SignedIn | null, body: object, idempotencyKey?: string) {
  const key = idempotencyKey === undefined ? {} : { idempotencyKey };
  return call(postDraft, { path: "/api/bulk-requests", body, as, ...key });
}

const WHY = { reason: "They say nothing arrived" };

type Made = { id: string; cases: StuckCase[] };

async function draft(as = bo): Promise<Made> {
  const cases = await stuckCases(pool, 2);
  const answer = await freeze(as, { type: "resend", reviews: await rowsOf(pool, cases) });
  return { id: freezeBulkAnswerSchema.parse(answer.body).bulkRequestId, cases };
}

async function asked(): Promise<Made> {
  const made = await draft();
  await post(postAsk, made.id, { as: bo, body: WHY });
  return made;
}

async function signed(): Promise<Made> {
  const made = await asked();
  await post(postSignOff, made.id, { as: people["approver"] ?? null, body: { verdict: "approve" } });
  return made;
}

const ALL = { operator: 200, approver: 200, admin: 200, "signed out": 401 };
const APPROVERS = { operator: 403, approver: 200, admin: 403, "signed out": 401 };
const NOBODY = { operator: 403, approver: 403, admin: 403, "signed out": 401 };

/** Each cell over its own fresh set: status by role, for a call that would succeed for whoever may make it. */
const MATRIX: [string, Record<string, number>, (as: SignedIn | null) => Promise<{ status: number }>][] = [
  ["GET list", ALL, async (as) => call(getBulks, { path: "/api/bulk-requests", as })],
  [
    "GET one",
    ALL,
    async (as) => {
      const { id } = await draft();
      return call(getBulk, { path: `/api/bulk-requests/${id}`, params: { id }, as });
    },
  ],
  [
    "POST draft of rows",
    ALL,
    async (as) => freeze(as, { type: "resend", reviews: await rowsOf(pool, await stuckCases(pool, 1)) }),
  ],
  ["POST ask for another's draft", NOBODY, async (as) => post(postAsk, (await draft()).id, { as, body: WHY })],
  [
    "POST approve",
    APPROVERS,
    async (as) => post(postSignOff, (await asked()).id, { as, body: { verdict: "approve" } }),
  ],
  [
    "POST reject",
    APPROVERS,
    async (as) => post(postSignOff, (await asked()).id, { as, body: { verdict: "reject", note: "no" } }),
  ],
  ["POST stop another's", APPROVERS, async (as) => post(postStop, (await signed()).id, { as, body: {} })],
];

describe("who may do what", () => {
  it.each(MATRIX)("%s", async (_name, cells, make) => {
    for (const [role, expected] of Object.entries(cells)) {
      const { status } = await make(people[role] ?? null);
      expect([role, status]).toEqual([role, expected]);
    }
  });

  it("a refused signature moves nothing", async () => {
    const { id, cases } = await asked();
    const before = await Promise.all(cases.map((one) => snapshot(pool, one)));
    for (const as of [bo, people["operator"] ?? null, people["admin"] ?? null, null]) {
      await post(postSignOff, id, { as, body: { verdict: "approve" } });
    }
    expect(await Promise.all(cases.map((one) => snapshot(pool, one)))).toEqual(before);
  });
});

describe("over HTTP", () => {
  it("a set is frozen, asked for, signed and stopped; each repeat under its key has the same body", async () => {
    const cases = await stuckCases(pool, 3);
    const body = { type: "resend", reviews: await rowsOf(pool, cases) };
    const frozen = await freeze(bo, body, "f-1");
    expect(frozen).toMatchObject({ status: 200, body: { asked: 3, leftOut: 0 } });
    expect(await freeze(bo, body, "f-1")).toEqual(frozen);
    const { bulkRequestId: id } = freezeBulkAnswerSchema.parse(frozen.body);
    const made = await post(postAsk, id, { as: bo, body: WHY, idempotencyKey: "a-1" });
    expect(made).toMatchObject({ status: 200, body: { asked: 3, pending: 3, approved: 0, refused: [] } });
    expect(await post(postAsk, id, { as: bo, body: WHY, idempotencyKey: "a-1" })).toEqual(made);
    const cara = people["approver"] ?? null;
    const given = await post(postSignOff, id, { as: cara, body: { verdict: "approve" }, idempotencyKey: "s-1" });
    expect(given).toMatchObject({ status: 200, body: { signed: 3, decided: 3 } });
    expect(await post(postSignOff, id, { as: cara, body: { verdict: "approve" }, idempotencyKey: "s-1" })).toEqual(
      given,
    );
    const stopped = await post(postStop, id, { as: bo, body: {} });
    expect(stopped).toMatchObject({ status: 200, body: { takenBack: 3 } });
    expect(await post(postStop, id, { as: bo, body: {} })).toEqual(stopped);
    expect(await post(postStop, id, { as: cara, body: {} })).toMatchObject({
      status: 409,
      body: { code: "decided_otherwise", by: "Bo", decision: "stopped" },
    });
  });

  it("what cannot be read is refused before anything is looked at", async () => {
    const { id } = await draft();
    const cara = people["approver"] ?? null;
    expect(await freeze(bo, { type: "resend", filter: {} })).toMatchObject({ status: 422, body: { field: "filter" } });
    expect(await freeze(bo, { type: "resend", filter: { kind: newKind() } })).toMatchObject({ status: 422 });
    expect(await freeze(bo, { type: "resend" })).toMatchObject({ status: 422 });
    expect((await post(postAsk, id, { as: bo, body: { reason: " " } })).status).toBe(422);
    expect((await post(postAsk, id, { as: bo, body: { ...WHY, paceSeconds: -1 } })).status).toBe(422);
    expect((await post(postSignOff, id, { as: cara, body: { verdict: "reject" } })).status).toBe(422);
    const unknown = "00000000-0000-4000-8000-000000000000";
    for (const handler of [postAsk, postSignOff, postStop]) {
      const body = handler === postAsk ? WHY : handler === postSignOff ? { verdict: "approve" } : {};
      expect((await post(handler, unknown, { as: bo, body })).status).toBe(404);
      expect((await post(handler, "not-a-uuid", { as: bo, body })).status).toBe(422);
    }
    expect((await call(getBulk, { path: "/x", params: { id: unknown }, as: bo })).status).toBe(404);
    expect((await call(getBulks, { path: "/api/bulk-requests?cursor=nonsense", as: bo })).status).toBe(422);
  });

  it("reading answers in the shape that the contract promises; drafts are listed for their maker only", async () => {
    const { id } = await draft();
    const own = await asked();
    const detail = await call(getBulk, { path: `/x?show=all&limit=1`, params: { id: own.id }, as: bo });
    expect(bulkDetailSchema.parse(detail.body)).toEqual(detail.body);
    expect(detail.body).toMatchObject({ nextCursor: "1", items: [{ position: 1 }] });
    const listOf = async (as: SignedIn | null, query: string) => {
      const { body } = await call(getBulks, { path: `/api/bulk-requests?${query}`, as });
      return bulkListSchema.parse(body);
    };
    const [mine, hers] = [await listOf(bo, "limit=100"), await listOf(people["approver"] ?? null, "limit=100")];
    expect(mine.items.map((row) => row.id)).toEqual(expect.arrayContaining([id, own.id]));
    expect(hers.items.map((row) => row.id)).toContain(own.id);
    expect(hers.items.map((row) => row.id)).not.toContain(id);
    const first = await listOf(bo, "limit=1");
    const second = await listOf(bo, `limit=1&cursor=${first.nextCursor}`);
    expect([first.items[0]?.id, second.items[0]?.id]).toEqual(mine.items.slice(0, 2).map((row) => row.id));
  });
});
