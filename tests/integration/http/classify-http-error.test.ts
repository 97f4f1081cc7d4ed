import { NotExecuted } from "@notwice/once";
import { classifyHttpError, HttpDoubtError } from "@notwice/once/http";
import { describe, expect, test } from "vitest";

function coded(code: string, syscall?: string): Error {
  return Object.assign(new Error(code), { code, ...(syscall !== undefined && { syscall }) });
}

const fetchFailed = (cause: unknown) => new TypeError("fetch failed", { cause });

describe("errors of any client", () => {
  test.each([
    ["fetch, name not found", fetchFailed(coded("ENOTFOUND", "getaddrinfo"))],
    ["fetch, no answer of the name server", fetchFailed(coded("EAI_AGAIN", "getaddrinfo"))],
    ["fetch, refused", fetchFailed(coded("ECONNREFUSED", "connect"))],
    ["fetch, no way there", fetchFailed(coded("EHOSTUNREACH", "connect"))],
    ["fetch, connect time-out", fetchFailed(coded("UND_ERR_CONNECT_TIMEOUT"))],
    ["fetch, time-out of the kernel while connecting", fetchFailed(coded("ETIMEDOUT", "connect"))],
    ["fetch, another's certificate", fetchFailed(coded("ERR_TLS_CERT_ALTNAME_INVALID"))],
    [
      "every address of a name refused",
      fetchFailed(new AggregateError([coded("ECONNREFUSED"), coded("X", "connect")])),
    ],
    ["another client, refused", coded("ECONNREFUSED", "connect")],
  ])("%s: proof", (_, error) => {
    const verdict = classifyHttpError(error);
    expect(verdict).toBeInstanceOf(NotExecuted);
    expect(verdict).toMatchObject({ phase: "connecting", permanent: false, cause: error });
  });

  test.each([
    ["reset", fetchFailed(coded("ECONNRESET", "read"))],
    ["time-out while reading", fetchFailed(coded("ETIMEDOUT", "read"))],
    ["no answer in time", fetchFailed(coded("UND_ERR_HEADERS_TIMEOUT"))],
    ["closed", fetchFailed(coded("UND_ERR_SOCKET"))],
    ["a TLS error that may come at any time", fetchFailed(coded("ERR_SSL_WRONG_VERSION_NUMBER"))],
    [
      "one address refused, the other lost",
      fetchFailed(new AggregateError([coded("ECONNREFUSED"), coded("ECONNRESET")])),
    ],
    ["no address at all", fetchFailed(new AggregateError([]))],
    ["an error that only mentions a refusal", Object.assign(coded("ERR_RETRIES"), { cause: coded("ECONNREFUSED") })],
    ["aborted", new DOMException("aborted", "AbortError")],
    ["an unknown error", new Error("boom")],
    ["something that is no error", "ECONNREFUSED"],
    ["nothing", undefined],
  ])("%s: doubt", (_, error) => {
    const verdict = classifyHttpError(error);
    expect(verdict).toBeInstanceOf(HttpDoubtError);
    expect(verdict).toMatchObject({ phase: undefined, status: undefined });
  });

  test.each([
    ["a Response", new Response(null, { status: 404 })],
    ["an SDK's status", Object.assign(new Error("no"), { status: 404 })],
    ["an SDK's statusCode", Object.assign(new Error("no"), { statusCode: 404 })],
    ["a client's response", Object.assign(new Error("no"), { response: { status: 404 } })],
  ])("the status of %s is read", (_, error) => {
    expect(classifyHttpError(error)).toMatchObject({ name: "NotExecuted", code: "404", phase: "answered" });
  });

  test("a status counts more than what is said of the connection", () => {
    const error = Object.assign(coded("ECONNREFUSED", "connect"), { status: 502 });
    expect(classifyHttpError(error)).toMatchObject({ name: "HttpDoubtError", status: 502 });
  });

  test("a phase that is known counts more than the code", () => {
    expect(classifyHttpError(coded("ECONNREFUSED"), { phase: "requested" })).toBeInstanceOf(HttpDoubtError);
    expect(classifyHttpError(coded("ECONNRESET"), { phase: "connecting" })).toBeInstanceOf(NotExecuted);
  });

  test("what is never proof cannot be made one", () => {
    for (const status of [408, 409, 425]) {
      expect(() => classifyHttpError(new Error("no"), { refusals: [400, status] })).toThrow(
        /^refusals: 4\d\d is never/,
      );
    }
  });
});
