import { beforeAll, expect, it, vi } from "vitest";
import { POST as postDisable } from "#app/api/users/[id]/disable/route.ts";
import { POST as postEnable } from "#app/api/users/[id]/enable/route.ts";
import { POST as postLink } from "#app/api/users/[id]/links/route.ts";
import { PUT as putRoles } from "#app/api/users/[id]/roles/route.ts";
import { POST as postSignOff } from "#app/api/users/[id]/sign-offs/route.ts";
import { GET as getUsers, POST as postUser } from "#app/api/users/route.ts";
import { createAccount } from "#lib/auth/index.ts";
import { changeRolesAnswerSchema, userLinkSchema, userListSchema } from "#lib/users/contract.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { call, type SignedIn, signedIn } from "#tests/support/signed-in.ts";

vi.stubEnv("AUTH_SECRET", "only-for-tests-only-for-tests-only-for-tests");
testDatabase();
const people: Record<string, SignedIn> = {};
let made = 0;

beforeAll(async () => {
  people["operator"] = await signedIn("Olga", "operator");
  people["approver"] = await signedIn("Cara", "approver");
  people["admin"] = await signedIn("Dev", "admin");
  people["other"] = await signedIn("Ada", "admin");
});

async function newcomer(): Promise<{ id: string }> {
  made += 1;
  const email = `new-${made}@desk.test`;
  return createAccount({ email, name: "New", password: "correct horse battery staple", roles: ["operator"] });
}

const of = (id: string, what: string) => ({ path: `/api/users/${id}/${what}`, params: { id } });

async function give(id: string, as: SignedIn | null) {
  return call(putRoles, { ...of(id, "roles"), body: { roles: ["approver"], seen: ["operator"] }, as });
}

const CALLS: Record<string, (as: SignedIn | null) => Promise<{ status: number; body: unknown }>> = {
  "GET users": (as) => call(getUsers, { path: "/api/users", as }),
  "POST users": (as) => {
    made += 1;
    const body = { name: "Zed", email: `zed-${made}@desk.test`, roles: ["operator"] };
    return call(postUser, { path: "/api/users", body, as });
  },
  "PUT roles": async (as) => give((await newcomer()).id, as),
  "POST sign-offs": async (as) => {
    const { id } = await newcomer();
    const { changeId } = changeRolesAnswerSchema.parse((await give(id, people["other"] ?? null)).body);
    return call(postSignOff, { ...of(id, "sign-offs"), body: { changeId, verdict: "approve" }, as });
  },
  "POST links": async (as) => call(postLink, { ...of((await newcomer()).id, "links"), body: {}, as }),
  "POST disable": async (as) => call(postDisable, { ...of((await newcomer()).id, "disable"), body: {}, as }),
  "POST enable": async (as) => {
    const { id } = await newcomer();
    await call(postDisable, { ...of(id, "disable"), body: {}, as: people["admin"] ?? null });
    return call(postEnable, { ...of(id, "enable"), body: {}, as });
  },
};

it.each(Object.keys(CALLS))("who may do what: %s", async (name) => {
  const success = name === "POST users" || name === "POST links" ? 201 : 200;
  for (const [role, expected] of [
    ["operator", 403],
    ["approver", 403],
    ["signed out", 401],
    ["admin", success],
  ] as const) {
    const answer = await CALLS[name]?.(people[role] ?? null);
    expect([role, answer?.status]).toEqual([role, expected]);
  }
});

it("answers in the shape that the contract promises", async () => {
  const list = await CALLS["GET users"]?.(people["admin"] ?? null);
  expect(userListSchema.parse(list?.body)).toEqual(list?.body);
  const link = await CALLS["POST users"]?.(people["admin"] ?? null);
  expect(userLinkSchema.parse(link?.body).link).toMatch(/^http:\/\/localhost:3000\/set-password\?token=[\w-]{43}$/);
});

it("names the field that cannot be read, and the person who is not there", async () => {
  const as = people["admin"] ?? null;
  for (const [body, field] of [
    [{ name: "", email: "a@desk.test", roles: ["operator"] }, "name"],
    [{ name: "A", email: "a", roles: ["operator"] }, "email"],
    [{ name: "A", email: "a@desk.test", roles: [] }, "roles"],
    [{ name: "A", email: "olga@desk.test", roles: ["operator"] }, "email"],
  ] as const) {
    expect(await call(postUser, { path: "/api/users", body, as })).toMatchObject({ status: 422, body: { field } });
  }
  expect((await give("nobody", as)).status).toBe(404);
});
