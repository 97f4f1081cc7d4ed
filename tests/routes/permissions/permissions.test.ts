import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Role } from "#lib/auth/index.ts";
import { askBulkRequest, createRequest, freezeBulkRequest } from "#lib/reviews/index.ts";
import { createToken } from "#lib/tokens/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, seenOf, stuckCase } from "#tests/support/desk.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { type Expected, EXPECTED, PENDING, type Who } from "./expected.ts";
import { allRoutes, serveAll } from "./serve-all.ts";

vi.stubEnv("AUTH_SECRET", "only-for-tests-only-for-tests-only-for-tests");
vi.stubEnv("CRON_SECRET", "only-for-tests-only-for-tests-only-for-tests");
const { pool } = testDatabase();

/** What each kind of caller shows of itself. */
const CALLERS: Record<string, Record<string, string>> = {
  "signed out": {},
  cron: { authorization: "Bearer only-for-tests-only-for-tests-only-for-tests" },
  "wrong secret": { authorization: "Bearer another-secret-another-secret-another-secret" },
};
const MAY: Record<Exclude<Who, "open">, readonly string[]> = {
  everyone: ["operator", "approver", "admin", "admin and approver"],
  approvers: ["approver", "admin and approver"],
  admins: ["admin", "admin and approver"],
  "approvers and admins": ["approver", "admin", "admin and approver"],
  actions: ["token for actions"],
  read: ["token for reading"],
  cron: ["cron"],
};
const PEOPLE: Record<string, Role[]> = {
  operator: ["operator"],
  approver: ["approver"],
  admin: ["admin"],
  "admin and approver": ["admin", "approver"],
  "disabled account": ["admin", "approver"],
  "expired session": ["admin", "approver"],
};
const SIGNED_IN = MAY.everyone;
let server: Awaited<ReturnType<typeof serveAll>>;

beforeAll(async () => {
  for (const [name, roles] of Object.entries(PEOPLE)) {
    const { id, cookie } = await signedIn(name.replaceAll(" ", "-"), ...roles);
    CALLERS[name] = { cookie };
    if (name === "disabled account") await pool.query("update auth_user set disabled_at = now() where id = $1", [id]);
    if (name === "expired session") {
      await pool.query("update auth_session set expires_at = now() - interval '1 second' where user_id = $1", [id]);
    }
  }
  const admin = await person(pool, "Ida", "admin");
  for (const [name, scope] of [
    ["token for actions", "actions"],
    ["token for reading", "read"],
  ] as const) {
    const { secret } = await createToken(admin, { name: scope, scopes: [scope], expiresInDays: null });
    CALLERS[name] = { authorization: `Bearer ${secret}` };
  }
  server = await serveAll();
});
afterAll(() => server.close());

/** What waits for a sign-off, asked for by somebody who is none of the callers; and what its page would submit. */
async function pendingIn(path: string): Promise<{ id: string; seen: object }> {
  const bo = await person(pool, "Bo", "operator");
  const stuck = await stuckCase(pool);
  const seen = await seenOf(pool, stuck);
  if (path.startsWith("/api/requests")) {
    const { requestId } = await createRequest(bo, stuck.reviewId, { type: "resend", reason: "x", ...seen });
    return { id: requestId, seen: await seenOf(pool, stuck) };
  }
  const { bulkRequestId: id } = await freezeBulkRequest(bo, {
    type: "resend",
    reviews: [{ id: stuck.reviewId, ...seen }],
  });
  await askBulkRequest(bo, id, { reason: "x", paceSeconds: 0 });
  return { id, seen: {} };
}

async function statusOf(call: string, expected: Expected, caller: string): Promise<number> {
  const { form } = expected;
  const [method = "", listed = ""] = call.split(" ");
  let [path, body] = [listed, expected.body];
  if (path.includes(PENDING)) {
    const { id, seen } = await pendingIn(path);
    path = path.replace(PENDING, id);
    body = { ...(body as object), ...seen };
  }
  const headers = new Headers({ "sec-fetch-site": "same-origin", ...CALLERS[caller] });
  if (body !== undefined) headers.set("content-type", "application/json");
  const sent = form === undefined ? JSON.stringify(body) : new URLSearchParams(form);
  const response = await fetch(server.origin + path, {
    method,
    headers,
    redirect: "manual",
    ...(method !== "GET" && sent !== undefined && { body: sent }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** 401: who are you; 403: not you; anything else got through, to what it is about. */
function wanted({ who }: Expected, caller: string): number | "through" {
  if (who === "open" || MAY[who].includes(caller)) return "through";
  const isPerson = SIGNED_IN.includes(caller);
  const isScoped = who === "actions" || who === "read";
  // A machine is known, and is nobody who decides; a token for something else is known too.
  if (caller.startsWith("token")) return who === "cron" ? 401 : 403;
  return isPerson && !isScoped && who !== "cron" ? 403 : 401;
}

it("every route there is stands in the list, and no other", async () => {
  const listed = Object.keys(EXPECTED).map((call) => call.split("?")[0] ?? "");
  const routes = await allRoutes();
  const served = routes.map(({ method, path }) => `${method} ${path}`).toSorted();
  const matched = listed.map((call) => {
    const [method, path = ""] = call.split(" ");
    const route = routes.find((one) => one.method === method && one.fits.test(path));
    return route ? `${method} ${route.path}` : `no route for ${call}`;
  });
  expect(matched.toSorted()).toEqual(served);
});

it.each(Object.entries(EXPECTED))("%s", async (call, expected) => {
  for (const caller of Object.keys(CALLERS)) {
    // Whoever shows a token where a person is wanted is told so, also where nobody needs to be known.
    if (expected.who === "open" && "authorization" in (CALLERS[caller] ?? {})) continue;
    const status = await statusOf(call, expected, caller);
    const got = status === 401 || status === 403 ? status : "through";
    // 503: there is no mail server here to test.
    expect([caller, got, status < 500 || status === 503]).toEqual([caller, wanted(expected, caller), true]);
  }
});
