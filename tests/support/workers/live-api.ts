import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll } from "vitest";
import * as begin from "#app/api/v1/actions/begin/route.ts";
import * as claim from "#app/api/v1/actions/claim/route.ts";
import * as fail from "#app/api/v1/actions/fail/route.ts";
import * as heartbeat from "#app/api/v1/actions/heartbeat/route.ts";
import * as released from "#app/api/v1/actions/released/route.ts";
import * as succeed from "#app/api/v1/actions/succeed/route.ts";
import type { RouteHandler } from "#lib/http/route.ts";

const ROUTES: Record<string, { POST: RouteHandler }> = { begin, claim, fail, heartbeat, released, succeed };
const BASE = "/api/v1/actions/";

export interface LiveApi {
  readonly url: string;
  /** Resolves when every request that was begun has ended, also those whose caller is gone. */
  idle(): Promise<void>;
}

/** The worker API behind a real port, for real clients in any language; one that hangs up aborts its request. */
export function liveApi(): LiveApi {
  const open = new Set<Promise<void>>();
  const server = createServer((incoming, outgoing) => {
    const response = respond(incoming, outgoing).finally(() => open.delete(response));
    open.add(response);
  });
  const api = { url: "", idle: async () => void (await Promise.all(open)) };
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    api.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return api;
}

async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController();
  outgoing.on("close", () => gone.abort());
  const { method = "GET", url = "/" } = incoming;
  const handler = method === "POST" && url.startsWith(BASE) ? ROUTES[url.slice(BASE.length)]?.POST : undefined;
  if (handler === undefined) {
    outgoing.writeHead(404).end();
    return;
  }
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const body = Readable.toWeb(incoming) as ReadableStream;
  const streamed = { method, headers, body, duplex: "half", signal: gone.signal };
  const request = new Request(`http://localhost${url}`, streamed);
  const answer = await handler(request);
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}
