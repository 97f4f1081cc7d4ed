import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { currentContext } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import { redirectTo, route } from "#lib/http/index.ts";

const body = z.object({ reason: z.string().min(3), version: z.number().int() });
const echo = route({ actor: "none", body }, async ({ input }) => input.body);

function post(given: { body?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> } = {}): Request {
  return new Request("http://desk.test/api/x?tab=mine", {
    method: "POST",
    body: given.body ?? JSON.stringify({ reason: "they asked", version: 3 }),
    headers: { "content-type": "application/json", host: "desk.test", ...given.headers },
  });
}

describe("what a route reads", () => {
  it("hands on parsed params, query, body and the Idempotency-Key", async () => {
    const params = z.object({ id: z.coerce.number() });
    const query = z.object({ tab: z.enum(["mine", "all"]) });
    const handler = route({ actor: "none", params, query, body }, async ({ input, idempotencyKey }) => ({
      ...input,
      idempotencyKey,
    }));
    const context = { params: Promise.resolve({ id: "7" }) };
    const response = await handler(post({ headers: { "idempotency-key": "k-1" } }), context);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      params: { id: 7 },
      query: { tab: "mine" },
      body: { reason: "they asked", version: 3 },
      idempotencyKey: "k-1",
    });
  });

  it("names the field that is wrong", async () => {
    const response = await echo(post({ body: '{"reason":"no","version":1.5}' }));
    expect(response.status).toBe(422);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({
      type: "urn:notwice:problem:invalid_input",
      code: "invalid_input",
      status: 422,
      field: "reason",
      issues: [{ field: "reason" }, { field: "version" }],
    });
  });

  it.each([
    ["malformed JSON", { body: '{"reason":' }, 400, "malformed_request"],
    ["bytes that are not UTF-8", { body: new Uint8Array([0xff, 0xfe]) }, 400, "malformed_request"],
    ["another content type", { headers: { "content-type": "text/plain" } }, 415, "unsupported_media_type"],
    ["no body", { body: "" }, 422, "invalid_input"],
    ["more than 1 MiB", { body: `"${"x".repeat(1024 * 1024)}"` }, 413, "too_large"],
    ["an endless Idempotency-Key", { headers: { "idempotency-key": "k".repeat(201) } }, 400, "malformed_request"],
  ])("refuses %s", async (_name, given, status, code) => {
    const response = await echo(post(given));
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code, status });
  });

  it("stops reading a body that lies about its length", async () => {
    let pulled = 0;
    const long = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(64 * 1024));
        if (pulled === 100) controller.close();
      },
    });
    const init = { method: "POST", body: long, duplex: "half", headers: { "content-type": "application/json" } };
    const response = await echo(new Request("http://desk.test/api/x", init));
    expect(response.status).toBe(413);
    expect(pulled).toBeLessThan(30);
  });

  it("reads the fields of a plain form", async () => {
    const form = z.object({ email: z.string() });
    const handler = route({ actor: "none", form }, async ({ input }) => redirectTo(`/hello-${input.body.email}`));
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const response = await handler(post({ body: "email=ana", headers }));
    expect([response.status, response.headers.get("location")]).toEqual([303, "/hello-ana"]);
    expect((await handler(post())).status).toBe(415);
  });
});

describe("what a route answers", () => {
  const answering = (result: unknown, status?: number) =>
    route({ actor: "none", ...(status && { status }) }, async () => result)(post());

  it("is JSON that no cache keeps, the given status, or 204 for nothing", async () => {
    const ok = await answering({ a: 1 }, 201);
    expect([ok.status, ok.headers.get("cache-control")]).toEqual([201, "no-store"]);
    expect((await answering(undefined)).status).toBe(204);
    expect((await answering(new Response("x", { status: 418 }))).status).toBe(418);
  });

  it("holds only what its schema names", async () => {
    const response = z.object({ id: z.string() });
    const answer = await route({ actor: "none", response }, async () => ({ id: "1", passwordHash: "x" }))(post());
    expect(await answer.json()).toEqual({ id: "1" });
  });

  it("carries the request id that came in, and makes one otherwise", async () => {
    const idOf = async (id: string) =>
      (await echo(post({ headers: { "x-request-id": id } }))).headers.get("x-request-id");
    expect(await idOf("abc-123")).toBe("abc-123");
    expect(await idOf("has spaces and <tags>")).toMatch(/^[\da-f-]{36}$/);
  });

  it("lets the request id and the way in be known below", async () => {
    const handler = route({ actor: "none" }, async () => currentContext());
    const headers = { "x-request-id": "r-1" };
    expect(await (await handler(post({ headers }))).json()).toEqual({ requestId: "r-1", via: "screen" });
    expect(currentContext()).toBeUndefined();
  });
});

const adapterSays = (kind: string) => ({ driverAdapterError: { name: "DriverAdapterError", cause: { kind } } });

const postgresSays = (originalCode: string) =>
  Object.assign(new Error("raw query"), {
    code: "P2010",
    meta: { driverAdapterError: { cause: { kind: "postgres", originalCode } } },
  });

describe("refusals and faults", () => {
  const throwing = (error: unknown) =>
    route({ actor: "none" }, async () => {
      throw error;
    })(post());

  it("says who was first and when", async () => {
    const facts = { by: "Cara", at: "2026-12-01T09:32:10Z" };
    const response = await throwing(new AppError("decided_otherwise", "Cara dismissed this first.", facts));
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      title: "Someone else decided first",
      detail: "Cara dismissed this first.",
      ...facts,
    });
  });

  it("never quotes an error that is not ours", async () => {
    const response = await throwing(new Error("password authentication failed for postgres://user:secret@db"));
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toContain("secret");
    expect(JSON.parse(text)).toMatchObject({ code: "internal", requestId: response.headers.get("x-request-id") });
  });

  it.each([
    ["the driver", new Error("query failed", { cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }) })],
    ["the client", Object.assign(new Error("raw query"), { code: "P2010", meta: adapterSays("DatabaseNotReachable") })],
    ["a server that shuts down", Object.assign(new Error("terminating"), { code: "57P01", severity: "FATAL" })],
    ["a commit", Object.assign(new Error("adapter"), { cause: { kind: "ConnectionClosed" } })],
    ["the server, through Prisma", postgresSays("57P01")],
  ])("does not claim that nothing was changed when %s lost the database", async (_name, error) => {
    const response = await throwing(error);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await response.json()).toMatchObject({ code: "unavailable", detail: expect.stringContaining("not known") });
  });

  it("takes a violated constraint for a fault, not for a database that is away", async () => {
    const error = Object.assign(new Error("unique"), { code: "P2002", meta: adapterSays("UniqueConstraintViolation") });
    expect((await throwing(error)).status).toBe(500);
  });

  it("answers a thrown non-error too", async () => {
    expect((await throwing("boom")).status).toBe(500);
  });
});

describe("forged requests", () => {
  it.each([
    [{ "sec-fetch-site": "same-origin" }, 200],
    [{ "sec-fetch-site": "none" }, 200],
    [{ origin: "http://desk.test" }, 200],
    [{ origin: "http://localhost:3000" }, 200],
    [{}, 200],
    [{ "sec-fetch-site": "cross-site", origin: "http://desk.test" }, 403],
    [{ "sec-fetch-site": "same-site" }, 403],
    [{ origin: "http://evil.test" }, 403],
    [{ origin: "http://desk.test.evil.test" }, 403],
    [{ origin: "null" }, 403],
  ])("%j is answered %i", async (headers, status) => {
    expect((await echo(post({ headers }))).status).toBe(status);
  });

  it("may be read", async () => {
    const handler = route({ actor: "none" }, async () => ({}));
    const request = new Request("http://desk.test/api/x", { headers: { "sec-fetch-site": "cross-site" } });
    expect((await handler(request)).status).toBe(200);
  });
});

describe("the cron route", () => {
  const SECRET = "a-secret-of-some-length";
  const handler = route({ actor: "cron" }, async ({ actor }) => actor);
  const calling = async (authorization?: string) =>
    handler(new Request("http://desk.test/api/cron/x", { headers: authorization ? { authorization } : {} }));

  beforeEach(() => vi.stubEnv("CRON_SECRET", SECRET));
  afterEach(() => vi.unstubAllEnvs());

  it("opens for the secret", async () => {
    const response = await calling(`Bearer ${SECRET}`);
    expect(await response.json()).toEqual({ type: "machine", id: "cron", name: "Cron" });
  });

  it.each([undefined, "", "Bearer ", `Bearer ${SECRET}x`, `Bearer ${SECRET.slice(0, -1)}`, `Basic ${SECRET}`])(
    "stays shut for %s",
    async (authorization) => {
      const response = await calling(authorization);
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toContain("Bearer");
    },
  );

  it("stays shut when no secret is set", async () => {
    vi.stubEnv("CRON_SECRET", "");
    expect((await calling("Bearer ")).status).toBe(401);
    expect((await calling("Bearer undefined")).status).toBe(401);
  });
});
