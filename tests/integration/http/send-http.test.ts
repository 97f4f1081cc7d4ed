import { ClaimLostError, NotExecuted } from "@notwice/once";
import { HttpDoubtError, sendHttp } from "@notwice/once/http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { attemptHttp, httpContext, PATIENCE_MS, PAYLOAD } from "#tests/support/http-attempt.ts";
import { reply, ScriptedHttp } from "#tests/support/http-script.ts";

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

describe("a request", () => {
  test("carries the key and the same bytes whenever it is made", async () => {
    const { requests, receipt } = await attemptHttp({}, { request: { headers: { authorization: "Bearer t0ken" } } });
    expect(receipt).toEqual({ status: 200, location: null, body: null, bodyOmitted: null });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      line: "POST /v1/messages HTTP/1.1",
      headers: {
        "idempotency-key": "a".repeat(64),
        "content-type": "application/json",
        authorization: "bearer t0ken",
        connection: "close",
      },
    });
    expect(Buffer.from(requests[0]?.body ?? "", "latin1").toString()).toBe(
      '{"amount":12.5,"cause":"Gdańsk","to":"ann@acme.test"}',
    );
  });

  test("may name its key as its provider wants it, and have a body of its own or none", async () => {
    const form = { method: "PUT", body: "a=1", json: undefined, headers: { "content-type": "text/plain" } } as const;
    const put = await attemptHttp({}, { request: form, options: { keyHeader: "webhook-id" } });
    expect(put.requests[0]).toMatchObject({ body: "a=1", headers: { "webhook-id": "a".repeat(64) } });
    expect(put.requests[0]?.headers).not.toHaveProperty("idempotency-key");
    const bare = await attemptHttp({}, { request: { method: "DELETE", json: undefined } });
    expect(bare.requests[0]).toMatchObject({ line: "DELETE /v1/messages HTTP/1.1", body: "" });
  });

  test.each([
    ["url", { url: "ftp://example.com" }],
    ["url", { url: "nonsense" }],
    ["url", { url: "http://maya:secret@example.com/" }],
    ["method", { method: "GET" as never }],
    ["body", { body: "a", json: {} }],
    ["body", { json: undefined, body: 7 as never }],
    ["json.a", { json: { a: undefined } }],
    ["headers.Content-Length", { headers: { "Content-Length": "7" } }],
    ["headers.idempotency-key", { headers: { "idempotency-key": "mine" } }],
    ["headers.x-note", { headers: { "x-note": "two\r\nlines" } }],
  ])("that cannot be sent is refused by its field, %s, before begin()", async (field, request) => {
    const { error, begun, connections } = await attemptHttp({}, { request });
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(`TypeError: ${field}: `);
    expect({ begun, connections }).toEqual({ begun: 0, connections: 0 });
  });

  test.each([
    ["totalTimeoutMs", { totalTimeoutMs: 0 }],
    ["keyHeader", { keyHeader: "two words" }],
    ["maxResponseBytes", { maxResponseBytes: 2_000_000 }],
    ["refusals", { refusals: [400, 409] }],
    ["refusals", { refusals: [500] }],
  ])("with an option that cannot be, %s, is refused before begin()", async (field, options) => {
    const { error, begun } = await attemptHttp({}, { options });
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(`TypeError: ${field}: `);
    expect(begun).toBe(0);
  });
});

describe("the point of no return", () => {
  test("is awaited before anything leaves: no connection is made until begin() has committed", async () => {
    await using server = await ScriptedHttp.start();
    const committing = Promise.withResolvers<void>();
    const connectionsAtBegin: number[] = [];
    const begin = () => {
      connectionsAtBegin.push(server.connections);
      return committing.promise.then(() => void connectionsAtBegin.push(server.connections));
    };
    const sent = sendHttp(httpContext({ begin }), { url: server.url, json: PAYLOAD });
    committing.resolve();
    await sent;
    expect(connectionsAtBegin).toEqual([0, 0]);
    expect(server.requests).toHaveLength(1);
  });

  test("refused is what the caller gets, and nothing leaves", async () => {
    const refusal = new ClaimLostError("too late");
    const outcome = await attemptHttp({}, { context: { begin: () => Promise.reject(refusal) } });
    expect(outcome.error).toBe(refusal);
    expect(outcome).toMatchObject({ begun: 1, connections: 0 });
  });

  test("whose answer was lost is proof too: nothing leaves", async () => {
    const lost = new Error("Connection terminated unexpectedly");
    const outcome = await attemptHttp({}, { context: { begin: () => Promise.reject(lost) } });
    expect(outcome.error).toBeInstanceOf(NotExecuted);
    expect(outcome.error).toMatchObject({ cause: lost, permanent: false });
    expect(outcome.connections).toBe(0);
  });
});

describe("time", () => {
  test("that is over before begin() begins nothing", async () => {
    const outcome = await attemptHttp({}, { context: { signal: AbortSignal.abort() } });
    expect(outcome.error).toBeInstanceOf(NotExecuted);
    expect(outcome).toMatchObject({ begun: 0, connections: 0 });
  });

  test("that ran out while begin() committed lets nothing out", async () => {
    const claim = new AbortController();
    const begin = () => Promise.resolve(claim.abort());
    const outcome = await attemptHttp({}, { context: { signal: claim.signal, begin } });
    expect(outcome.error).toBeInstanceOf(NotExecuted);
    expect(outcome).toMatchObject({ begun: 1, connections: 0 });
  });

  test("of the claim that ends while an answer is awaited leaves doubt", async () => {
    const lost = new ClaimLostError("its deadline has passed");
    const claim = new AbortController();
    await using server = await ScriptedHttp.start({ at: { request: ["hang"] } });
    const sent = sendHttp(httpContext({ signal: claim.signal }), { url: server.url, json: PAYLOAD });
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    claim.abort(lost);
    const error: unknown = await sent.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HttpDoubtError);
    expect(error).toMatchObject({ phase: "requested", code: "EABORT", cause: { cause: lost } });
  });

  test("of the send's own bounds a server that says nothing", async () => {
    const outcome = await attemptHttp({ at: { request: ["hang"] } });
    expect(outcome.error).toBeInstanceOf(HttpDoubtError);
    expect(outcome.error).toMatchObject({ phase: "requested", code: "EABORT", status: undefined });
    expect(outcome.requests).toHaveLength(1);
  });

  test("that ends in the middle of a 2xx takes nothing from it", async () => {
    const slow = reply("201 Created", "{", { ...JSON_TYPE, "content-length": "100", location: "/v1/messages/7" });
    const { receipt } = await attemptHttp({ at: { request: [slow] } });
    expect(receipt).toMatchObject({ status: 201, location: "/v1/messages/7", body: null });
    expect(receipt?.bodyOmitted).toMatch(/^not read: /);
  });

  describe("on a machine that slept between begin() and the request", () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
    afterEach(() => void vi.useRealTimers());

    test("is over: the timers stood still, the clock did not", async () => {
      const begin = () => Promise.resolve(void vi.setSystemTime(Date.now() + PATIENCE_MS));
      const outcome = await attemptHttp({}, { context: { begin } });
      expect(outcome.error).toBeInstanceOf(NotExecuted);
      expect(outcome.connections).toBe(0);
    });
  });
});

describe("the body of a 2xx", () => {
  test.each([
    ["JSON is parsed", reply("200 OK", '{"id":"m1"}', JSON_TYPE), { id: "m1" }],
    ["problem and other JSON too", reply("202 Accepted", "[1]", { "content-type": "application/hal+json" }), [1]],
    ["text stays text", reply("200 OK", "queued", { "content-type": "text/plain" }), "queued"],
    ["none is null", reply("204 No Content", ""), null],
  ])("%s", async (_, answer, body) => {
    const { receipt } = await attemptHttp({ at: { request: [answer, "close"] } });
    expect(receipt).toMatchObject({ body, bodyOmitted: null });
  });

  test.each([
    ["no JSON", reply("200 OK", "<html>", JSON_TYPE), /^not application\/json/],
    ["no UTF-8", reply("200 OK", "\u00e9\u00e9"), /^not text/],
    ["a body that breaks off", reply("200 OK", "{", { "content-length": "9" }), /^not read: /],
    ["broken gzip", reply("200 OK", "no gzip", { "content-encoding": "gzip" }), /^not read: /],
    ["more than is kept", reply("200 OK", "x".repeat(2_000)), /^larger than 1000 bytes/],
  ])("unreadable, %s, is a success all the same", async (_, answer, why) => {
    const options = { maxResponseBytes: 1_000 };
    const { receipt, requests } = await attemptHttp({ at: { request: [answer, "close"] } }, { options });
    expect(receipt).toMatchObject({ status: 200, body: null });
    expect(receipt?.bodyOmitted).toMatch(why);
    expect(requests).toHaveLength(1);
  });

  test("of a server that never stops is cut off", async () => {
    const endless = reply("200 OK", "", { "content-length": "99999999" }) + "x".repeat(300_000);
    const { receipt } = await attemptHttp({ at: { request: [endless] } }, { options: { totalTimeoutMs: 20_000 } });
    expect(receipt).toMatchObject({ status: 200, bodyOmitted: "larger than 262144 bytes" });
  });
});
