import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { addressOf, seePeers } from "#lib/http/address-of.ts";

afterEach(() => void vi.unstubAllEnvs());

const proxies = (count: number) => vi.stubEnv("NOTWICE_TRUSTED_PROXIES", String(count));
const forwarded = (list: string) => new Headers({ "x-forwarded-for": list, "x-notwice-peer": "6.6.6.6" });

it("is unknown where nobody sees the socket and no proxy is trusted, whatever the caller writes", () => {
  expect(addressOf(forwarded("6.6.6.6"))).toBeUndefined();
});

describe("behind proxies of one's own", () => {
  it.each([
    [1, "6.6.6.6, 203.0.113.7", "203.0.113.7"],
    [2, "6.6.6.6, 203.0.113.7, 10.0.0.1", "203.0.113.7"],
    [1, "2001:db8::7", "2001:db8::7"],
    [1, "6.6.6.6, unknown", undefined],
    [2, "6.6.6.6", undefined],
  ])("%i of them, %s is %s", (count, list, address) => {
    proxies(count);
    expect(addressOf(forwarded(list))).toBe(address);
  });
});

it("is the socket's, also over a header that the caller wrote", async () => {
  seePeers();
  seePeers();
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(addressOf(new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = { "x-forwarded-for": "6.6.6.6", "x-notwice-peer": "6.6.6.6" };
  await fetch(url, { headers });
  proxies(2);
  await fetch(url, { headers });
  proxies(1);
  await fetch(url, { headers });
  expect(seen).toEqual(["127.0.0.1", "127.0.0.1", "6.6.6.6"]);
});
