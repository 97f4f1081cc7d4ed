import type { lookup } from "node:dns";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { fetchPublic, ForbiddenAddressError } from "#lib/outbound/index.ts";

afterEach(() => {
  delete process.env["NOTWICE_PRIVATE_HOSTS"];
});

async function listen(answer: RequestListener): Promise<string> {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env["NOTWICE_PRIVATE_HOSTS"] = host;
  return `http://${host}`;
}

/** Stands in for the resolver: what the name leads to, and how often that was asked. */
function resolver(...addresses: string[]): { resolve: typeof lookup; asked: () => number } {
  let asked = 0;
  const resolve = ((_name: string, _options: unknown, callback: (error: null, found: unknown) => void) => {
    asked += 1;
    callback(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );
  }) as typeof lookup;
  return { resolve, asked: () => asked };
}

describe("a name", () => {
  it.each([["127.0.0.1"], ["169.254.169.254"], ["10.0.0.1", "192.168.0.1"]])(
    "that leads to %s is refused",
    async (...addresses) => {
      const { resolve, asked } = resolver(...addresses);
      const call = fetchPublic({ url: "https://hooks.example.com/", timeoutMs: 5000 }, { resolve });
      await expect(call).rejects.toThrow(ForbiddenAddressError);
      expect(asked()).toBe(1);
    },
  );
});

describe("an answer", () => {
  it("comes with its status, headers and body", async () => {
    const url = await listen((request, response) => {
      response.setHeader("x-saw", `${request.method} ${request.url} ${String(request.headers["x-a"])}`);
      request.pipe(response.writeHead(201));
    });
    const answer = await fetchPublic({
      url: `${url}/path?q=1`,
      method: "POST",
      headers: { "x-a": "b" },
      body: "hello",
      timeoutMs: 5000,
    });
    expect(answer).toMatchObject({ status: 201, body: "hello", truncated: false });
    expect(answer.headers["x-saw"]).toBe("POST /path?q=1 b");
  });

  it("that redirects is not followed", async () => {
    let calls = 0;
    const url = await listen((_request, response) => {
      calls += 1;
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
    expect((await fetchPublic({ url, timeoutMs: 5000 })).status).toBe(302);
    expect(calls).toBe(1);
  });

  it("that is too long is cut", async () => {
    const url = await listen((_request, response) => {
      response.write("x".repeat(100));
    });
    const answer = await fetchPublic({ url, timeoutMs: 5000, maxBodyBytes: 10 });
    expect(answer).toMatchObject({ status: 200, body: "x".repeat(10), truncated: true });
  });

  it("that does not come in time is an error, however it dawdles", async () => {
    const silent = await listen(() => undefined);
    await expect(fetchPublic({ url: silent, timeoutMs: 50 })).rejects.toThrow(/abort/i);
    const dripping = await listen((_request, response) => {
      response.write("x");
    });
    await expect(fetchPublic({ url: dripping, timeoutMs: 100 })).rejects.toThrow(/abort/i);
  });
});
