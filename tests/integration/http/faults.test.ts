import { createServer } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { NotExecuted } from "@notwice/once";
import { HTTP_REFUSALS, HttpDoubtError, sendHttp } from "@notwice/once/http";
import { describe, expect, onTestFinished, test } from "vitest";
import { attemptHttp, httpContext, PATIENCE_MS } from "#tests/support/http-attempt.ts";
import { selfSigned } from "#tests/support/http-certificate.ts";
import { type HttpScript, reply, ScriptedHttp } from "#tests/support/http-script.ts";

const https = (url: string) => url.replace("http:", "https:");

/** A send to where it cannot arrive. */
async function sendTo(url: string, totalTimeoutMs = 5_000): Promise<unknown> {
  return sendHttp(httpContext(), { url, json: {} }, { totalTimeoutMs }).catch((error: unknown) => error);
}

/** A port of which is known that nobody listens there. */
async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "localhost", () => {
      const address = server.address();
      resolve(address !== null && typeof address === "object" ? address.port : 0);
    });
  });
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe("no connection: proof that nothing happened", () => {
  test("a name that does not exist", async () => {
    const error = await sendTo("http://notwice.invalid/");
    expect(error).toBeInstanceOf(NotExecuted);
    expect(error).toMatchObject({ phase: "connecting", permanent: false });
    expect(Reflect.get(error as object, "code")).toMatch(/^(ENOTFOUND|EAI_AGAIN)$/);
  });

  test("nobody listens", async () => {
    const error = await sendTo(`http://localhost:${await closedPort()}/`);
    expect(error).toBeInstanceOf(NotExecuted);
    expect(error).toMatchObject({ phase: "connecting", code: "ECONNREFUSED", permanent: false });
  });

  test("a certificate that is not trusted", async () => {
    await using server = await ScriptedHttp.start({ tls: selfSigned() });
    const error = await sendTo(server.url);
    expect(error).toBeInstanceOf(NotExecuted);
    expect(error).toMatchObject({ phase: "connecting", code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    expect(server.requests).toEqual([]);
  });

  const HANDSHAKES: [string, HttpScript][] = [
    ["reset", { at: { connect: ["reset"] } }],
    ["closed", { at: { connect: ["close"] } }],
    ["answered in plain text", { at: { connect: [reply("400 Bad Request", "")] } }],
  ];

  test.each(HANDSHAKES)("a TLS handshake that is %s", async (_, script) => {
    await using server = await ScriptedHttp.start(script);
    const error = await sendTo(https(server.url));
    expect(error).toBeInstanceOf(NotExecuted);
    expect(error).toMatchObject({ phase: "connecting", permanent: false });
    expect(server.requests).toEqual([]);
  });

  test("a TLS handshake that nobody answers, for as long as the client waits for a connection", async () => {
    await using server = await ScriptedHttp.start({ at: { connect: ["hang"] } });
    const error = await sendTo(https(server.url), 25_000);
    expect(error).toBeInstanceOf(NotExecuted);
    expect(error).toMatchObject({ phase: "connecting", code: "UND_ERR_CONNECT_TIMEOUT" });
  });
});

interface Fault {
  what: string;
  script: HttpScript;
  error?: Record<string, unknown>;
  /** Whether the server has the whole request: the truth, which the sender cannot know. */
  arrived: boolean;
}

const NO_ANSWER: Fault[] = [
  { what: "reset within the request", script: { at: { head: ["reset"] } }, arrived: false },
  { what: "closed within the request", script: { at: { head: ["close"] } }, arrived: false },
  { what: "reset after the request", script: { at: { request: ["reset"] } }, arrived: true },
  { what: "closed after the request", script: { at: { request: ["close"] } }, arrived: true },
  { what: "reset within the head of the answer", script: { at: { request: ["HTTP/1.1 20", "reset"] } }, arrived: true },
  { what: "answered with what is not HTTP", script: { at: { request: ["250 Ok\r\n\r\n", "close"] } }, arrived: true },
  {
    what: "silent after the request",
    script: { at: { request: ["hang"] } },
    error: { code: "EABORT" },
    arrived: true,
  },
  {
    what: "silent within the head of the answer",
    script: { at: { request: ["HTTP/1.1 200 OK\r\nserver: x\r\n"] } },
    error: { code: "EABORT" },
    arrived: true,
  },
];

describe("no answer: doubt, whatever the server did", () => {
  test.each(NO_ANSWER)("$what", async ({ script, error, arrived }) => {
    const outcome = await attemptHttp(script);
    expect(outcome.error).toBeInstanceOf(HttpDoubtError);
    expect(outcome.error).toMatchObject({ phase: "requested", status: undefined, ...error });
    expect(outcome).toMatchObject({ begun: 1, connections: 1 });
    expect(outcome.requests).toHaveLength(arrived ? 1 : 0);
  });

  test("a TLS connection that is reset after the request looks like one reset before it, and is doubt", async () => {
    const tls = selfSigned();
    const trusted = getCACertificates("default");
    setDefaultCACertificates([...trusted, tls.cert]);
    onTestFinished(() => setDefaultCACertificates(trusted));
    const outcome = await attemptHttp({ tls, at: { request: ["reset"] } }, { options: { totalTimeoutMs: 5_000 } });
    expect(outcome.error).toBeInstanceOf(HttpDoubtError);
    expect(outcome.error).toMatchObject({ phase: "requested", code: "ECONNRESET" });
    expect(outcome.requests).toHaveLength(1);
    const well = await attemptHttp({ tls }, { options: { totalTimeoutMs: 5_000 } });
    expect(well.receipt).toMatchObject({ status: 200 });
  });
});

describe("an answer that says no before acting: proof, for good", () => {
  test.each(HTTP_REFUSALS.filter((status) => status !== 407))("%i", async (status) => {
    const answer = reply(`${status} No`, '{"title":"no such channel"}', { "content-type": "application/problem+json" });
    const outcome = await attemptHttp({ at: { request: [answer, "close"] } });
    expect(outcome.error).toBeInstanceOf(NotExecuted);
    expect(outcome.error).toMatchObject({
      phase: "answered",
      permanent: true,
      code: String(status),
      message: `${status} No: {"title":"no such channel"}`,
    });
    // Given the bytes instead of a stream, fetch answers 421 by sending them again.
    expect(outcome.requests).toHaveLength(1);
  });

  test("413 in the middle of the request, which the server does not want to hear out", async () => {
    const answer = reply("413 Content Too Large", "");
    const request = { json: undefined, body: "x".repeat(8_000_000) };
    const options = { totalTimeoutMs: 5_000 };
    const outcome = await attemptHttp({ at: { head: [answer] } }, { request, options });
    expect(outcome.error).toBeInstanceOf(NotExecuted);
    expect(outcome.error).toMatchObject({ code: "413", permanent: true });
    expect(outcome.requests).toEqual([]);
  });

  test("429 only where the provider says so, and then not for good", async () => {
    const script = { at: { request: [reply("429 Too Many Requests", ""), "close"] } };
    const documented = await attemptHttp(script, { options: { refusals: [...HTTP_REFUSALS, 429] } });
    expect(documented.error).toBeInstanceOf(NotExecuted);
    expect(documented.error).toMatchObject({ permanent: false, code: "429" });
    const undocumented = await attemptHttp(script);
    expect(undocumented.error).toBeInstanceOf(HttpDoubtError);
    expect(undocumented.error).toMatchObject({ phase: "answered", status: 429 });
  });

  test("a provider's own list is instead of the standard's", async () => {
    const script = { at: { request: [reply("404 Not Found", ""), "close"] } };
    const outcome = await attemptHttp(script, { options: { refusals: [400] } });
    expect(outcome.error).toBeInstanceOf(HttpDoubtError);
  });

  test("that breaks off says no all the same", async () => {
    const answer = reply("422 Unprocessable Content", "{", { "content-length": "100" });
    const outcome = await attemptHttp({ at: { request: [answer, "reset"] } });
    expect(outcome.error).toBeInstanceOf(NotExecuted);
    expect(outcome.error).toMatchObject({ code: "422", permanent: true });
  });
});

const PROVES_NOTHING = ["406", "408", "409", "424", "425", "429", "499", "500", "501", "502", "503", "504", "520"];

describe("an answer that proves nothing: doubt", () => {
  test.each(PROVES_NOTHING)("%s", async (status) => {
    const outcome = await attemptHttp({ at: { request: [reply(`${status} Hm`, ""), "close"] } });
    expect(outcome.error).toBeInstanceOf(HttpDoubtError);
    expect(outcome.error).toMatchObject({ phase: "answered", status: Number(status), code: status });
    expect(outcome.requests).toHaveLength(1);
  });

  test("an answer that takes longer to say no than the attempt may last", async () => {
    const slow = reply("500 Internal Server Error", "{", { "content-length": "100" });
    const outcome = await attemptHttp({ at: { request: [slow] } });
    expect(outcome.error).toMatchObject({ name: "HttpDoubtError", phase: "answered", status: 500 });
  });

  test.each(["301", "302", "303", "307", "308"])("a redirect, %s, is not followed", async (status) => {
    await using other = await ScriptedHttp.start();
    const answer = reply(`${status} Elsewhere`, "", { location: other.url });
    const outcome = await attemptHttp(
      { at: { request: [answer, "close"] } },
      { options: { totalTimeoutMs: PATIENCE_MS } },
    );
    expect(outcome.error).toBeInstanceOf(HttpDoubtError);
    expect(outcome.error).toMatchObject({ phase: "answered", status: Number(status) });
    expect(outcome.requests).toHaveLength(1);
    expect(other.connections).toBe(0);
  });
});
