import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { POST as postSignOff } from "#app/api/requests/[id]/sign-offs/route.ts";
import type { RouteHandler } from "#lib/http/index.ts";
import { createRequest } from "#lib/reviews/index.ts";
import { ROOT } from "#scripts/paths.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { person, seenOf, snapshot, stuckCase } from "#tests/support/desk.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { tokenSecret } from "#tests/support/workers/api-worker.ts";

vi.stubEnv("AUTH_SECRET", "only-for-tests-only-for-tests-only-for-tests");
const { pool } = testDatabase();
let secret: string;

/** Every route of the desk, found where it stands: what is built later is held too. */
const ROUTES = globSync("app/api/**/route.ts", { cwd: ROOT })
  .filter((file) => readFileSync(join(ROOT, file), "utf8").includes('actor: "session"'))
  .toSorted();
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

beforeAll(async () => {
  secret = await tokenSecret(pool, "ambitious", ["actions", "read"]);
});

function request(method: string, headers: Record<string, string>, body = "{}"): Request {
  const all = { authorization: `Bearer ${secret}`, "content-type": "application/json", ...headers };
  return new Request("http://localhost:3000/", { method, headers: all, ...(method !== "GET" && { body }) });
}

describe("a machine token", () => {
  it("is asked about at the routes that decide", () => {
    for (const route of ["requests/[id]/sign-offs", "requests/[id]/take-back", "reviews/[id]/requests"]) {
      expect(ROUTES).toContain(`app/api/${route}/route.ts`);
    }
  });

  it.each(ROUTES)("is refused by %s, whatever its method", async (file) => {
    const handlers = (await import(join(ROOT, file))) as Partial<Record<string, RouteHandler>>;
    const given = METHODS.flatMap((method) => (handlers[method] ? [[method, handlers[method]] as const] : []));
    expect(given).not.toEqual([]);
    const params = Promise.resolve({ id: "x", key: "x", kind: "x" });
    for (const [method, handler] of given) {
      const { status } = await handler(request(method, {}), { params });
      expect([method, status]).toEqual([method, 403]);
    }
  });

  it("does not sign beside the session of someone who may, and moves nothing", async () => {
    const operator = await person(pool, "Bo", "operator");
    const cara = await signedIn("Cara", "approver");
    const stuck = await stuckCase(pool);
    const asked = { type: "resend" as const, reason: "no answer", ...(await seenOf(pool, stuck)) };
    const { requestId } = await createRequest(operator, stuck.reviewId, asked);
    const before = await snapshot(pool, stuck);
    const body = JSON.stringify({ verdict: "approve", ...(await seenOf(pool, stuck)) });
    const context = { params: Promise.resolve({ id: requestId }) };
    const refused = await postSignOff(request("POST", { cookie: cara.cookie }, body), context);
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { detail: expect.stringContaining("They can never approve") },
    ]);
    expect(await snapshot(pool, stuck)).toEqual(before);
    const own = request("POST", { cookie: cara.cookie, authorization: "Bearer of-a-proxy" }, body);
    expect((await postSignOff(own, { params: Promise.resolve({ id: requestId }) })).status).toBe(200);
  });
});
