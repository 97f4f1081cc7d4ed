import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiProblem, getJson, isRefusal, NoAnswer, postJson } from "#lib/client/api.ts";
import { newIdempotencyKey } from "#lib/client/idempotency-key.ts";

const PROBLEM = { status: 409, code: "decided_otherwise", title: "Someone else decided first", requestId: "r-1" };

function answering(answer: () => Response | Promise<Response>) {
  const fetched = vi.fn<typeof fetch>(async () => answer());
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

function problem(status: number, body: object = { ...PROBLEM, status, detail: "Cara decided." }) {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/problem+json" } });
}

const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("an answer", () => {
  it("that is no carries the sentence and the facts", async () => {
    answering(() => problem(409));
    const error = await refusalOf(getJson("/api/x"));
    expect(error).toBeInstanceOf(ApiProblem);
    expect(error).toMatchObject({ message: "Cara decided.", status: 409, problem: { requestId: "r-1" } });
    expect(isRefusal(error)).toBe(true);
  });

  it("that is a fault of the server says nothing of what was recorded", async () => {
    answering(() => problem(503));
    expect(isRefusal(await refusalOf(postJson("/api/x", {})))).toBe(false);
  });

  it.each([
    ["never comes", () => Promise.reject(new TypeError("fetch failed"))],
    ["breaks off", () => new Response('{"a":', { status: 200 })],
    ["is some proxy's page", () => new Response("<h1>502</h1>", { status: 502 })],
  ])("that %s is none", async (_, answer) => {
    answering(answer);
    const error = await refusalOf(postJson("/api/x", {}));
    expect(error).toBeInstanceOf(NoAnswer);
    expect(isRefusal(error)).toBe(false);
  });

  it("without a body is undefined", async () => {
    answering(() => new Response(null, { status: 204 }));
    expect(await getJson("/api/x")).toBeUndefined();
  });
});

it("sends the key of a decision in its header", async () => {
  const fetched = answering(() => Response.json({}));
  await postJson("/api/x", { a: 1 }, "key-1");
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ method: "POST", body: '{"a":1}' });
  expect(new Headers(fetched.mock.calls[0]?.[1]?.headers).get("idempotency-key")).toBe("key-1");
});

it("names each decision anew", () => {
  expect(newIdempotencyKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(newIdempotencyKey()).not.toBe(newIdempotencyKey());
});
