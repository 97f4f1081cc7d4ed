import { beforeAll, describe, expect, it, vi } from "vitest";
import { POST as postPreview } from "#app/api/policies/[kind]/preview/route.ts";
import { GET as getPolicy, PUT as putPolicy } from "#app/api/policies/[kind]/route.ts";
import { POST as postSignOff } from "#app/api/policies/[kind]/sign-offs/route.ts";
import { GET as getPolicies } from "#app/api/policies/route.ts";
import {
  editPolicyAnswerSchema,
  policyDetailSchema,
  policyListSchema,
  policyPreviewSchema,
} from "#lib/policies/contract.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { call, type SignedIn, signedIn } from "#tests/support/signed-in.ts";

vi.stubEnv("AUTH_SECRET", "only-for-tests-only-for-tests-only-for-tests");
testDatabase();
const people: Record<string, SignedIn> = {};
let ada: SignedIn;
let made = 0;

beforeAll(async () => {
  ada = await signedIn("Ada", "admin");
  people["operator"] = await signedIn("Olga", "operator");
  people["approver"] = await signedIn("Cara", "approver");
  people["admin"] = await signedIn("Dev", "admin");
});

function path(kind: string): { path: string; params: { kind: string } } {
  return { path: `/api/policies/${kind}`, params: { kind } };
}

async function put(kind: string, fields: object, as: SignedIn | null, version = 0) {
  return call(putPolicy, { ...path(kind), body: { fields, reason: "because", version }, as });
}

async function proposed(): Promise<{ kind: string; revisionId: string }> {
  made += 1;
  return editPolicyAnswerSchema.parse((await put(`kind_${made}`, { recovery: "retry" }, ada)).body);
}

async function sign(
  { kind, revisionId }: { kind: string; revisionId: string },
  as: SignedIn | null,
  over: object = {},
) {
  return call(postSignOff, { ...path(kind), body: { revisionId, verdict: "approve", version: 0, ...over }, as });
}

const MATRIX = [
  ["GET policies", { operator: 200, approver: 200, admin: 200, "signed out": 401 }],
  ["GET policy", { operator: 200, approver: 200, admin: 200, "signed out": 401 }],
  ["PUT policy", { operator: 403, approver: 403, admin: 200, "signed out": 401 }],
  ["POST preview", { operator: 403, approver: 403, admin: 200, "signed out": 401 }],
  ["POST sign-off", { operator: 403, approver: 403, admin: 200, "signed out": 401 }],
] as const;

const CALLS: Record<(typeof MATRIX)[number][0], (as: SignedIn | null) => Promise<{ status: number }>> = {
  "GET policies": (as) => call(getPolicies, { path: "/api/policies", as }),
  "GET policy": (as) => call(getPolicy, { ...path("send_email"), as }),
  "PUT policy": (as) => put("put_by_role", { holdSeconds: 99 }, as),
  "POST preview": (as) => call(postPreview, { ...path("send_email"), body: { fields: { recovery: "retry" } }, as }),
  "POST sign-off": async (as) => sign(await proposed(), as),
};

it.each(MATRIX)("who may do what: %s", async (name, cells) => {
  for (const [role, expected] of Object.entries(cells)) {
    const { status } = await CALLS[name](people[role] ?? null);
    expect([role, status]).toEqual([role, expected]);
  }
});

describe("over HTTP", () => {
  it("reading answers in the shape that the contract promises", async () => {
    const { kind } = await proposed();
    const list = await call(getPolicies, { path: "/api/policies", as: ada });
    expect(policyListSchema.parse(list.body)).toEqual(list.body);
    const detail = await call(getPolicy, { ...path(kind), as: ada });
    expect(policyDetailSchema.parse(detail.body)).toEqual(detail.body);
    const preview = await call(postPreview, { ...path(kind), body: { fields: {} }, as: ada });
    expect(policyPreviewSchema.parse(preview.body)).toEqual(preview.body);
  });

  it("an edit of an older version is told who was first", async () => {
    expect((await put("post_message", { holdSeconds: 60 }, ada, 1)).status).toBe(200);
    expect(await put("post_message", { holdSeconds: 90 }, people["admin"] ?? null, 1)).toMatchObject({
      status: 412,
      body: { code: "changed_since_seen", by: "Ada", version: 2, at: expect.any(String) },
    });
  });

  it("the proposer is told that another admin must sign, and who decides again who was first", async () => {
    const proposal = await proposed();
    expect(await sign(proposal, ada)).toMatchObject({ status: 403, body: { code: "own_request" } });
    expect(await sign(proposal, people["admin"] ?? null)).toMatchObject({ status: 200, body: { outcome: "in_force" } });
    expect(await sign(proposal, people["admin"] ?? null)).toMatchObject({ status: 409, body: { by: "Dev" } });
  });

  it("what cannot be read is refused with its field", async () => {
    for (const [fields, field] of [
      [{ recovery: "hope" }, "fields.recovery"],
      [{ staleAfterSeconds: 0 }, "fields.staleAfterSeconds"],
      [{ verify: { url: "nowhere" } }, "fields.verify"],
      [{ recovery: "verify" }, "verify"],
    ] as const) {
      const { status, body } = await put("refused", fields, ada);
      expect([status, body]).toMatchObject([422, { field: expect.stringContaining(field) }]);
    }
    expect((await put("with space", { holdSeconds: 9 }, ada)).status).toBe(422);
    const { revisionId, kind } = await proposed();
    expect((await sign({ kind, revisionId: "none" }, people["admin"] ?? null)).status).toBe(422);
    expect((await sign({ kind, revisionId }, people["admin"] ?? null, { verdict: "reject" })).status).toBe(422);
    const withoutReason = { fields: { holdSeconds: 9 }, reason: " ", version: 0 };
    expect((await call(putPolicy, { ...path("refused"), body: withoutReason, as: ada })).status).toBe(422);
  });
});
