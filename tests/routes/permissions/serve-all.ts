import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { RouteHandler } from "#lib/http/index.ts";

type Module = Partial<Record<string, RouteHandler>>;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const FILES = import.meta.glob<Module>("/app/api/**/route.ts");

interface Served {
  method: string;
  /** `/api/reviews/[id]`, and the expression that its paths fit. */
  path: string;
  fits: RegExp;
  handler: RouteHandler;
}

/** Every handler of every route file there is. */
export async function allRoutes(): Promise<Served[]> {
  const found = Object.entries(FILES).map(async ([file, load]) => {
    const path = file.replace(/^\/app/, "").replace(/\/route\.ts$/, "");
    const fits = new RegExp(`^${path.replaceAll(/\[(\w+)\]/g, "(?<$1>[^/]+)")}$`);
    const handlers = await load();
    return METHODS.flatMap((method) => {
      const handler = handlers[method];
      return handler ? [{ method, path, fits, handler }] : [];
    });
  });
  // A fixed word before a parameter, as Next prefers it.
  return (await Promise.all(found)).flat().toSorted((a, b) => b.path.localeCompare(a.path));
}

/** All of them behind one real port. */
export async function serveAll(): Promise<{ origin: string; close: () => void }> {
  const routes = await allRoutes();
  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const url = new URL(incoming.url ?? "/", "http://localhost:3000");
    const { method = "GET" } = incoming;
    const route = routes.find((one) => one.method === method && one.fits.test(url.pathname));
    if (route === undefined) return void outgoing.writeHead(405).end();
    const gone = new AbortController();
    outgoing.on("close", () => gone.abort());
    const headers = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    const body = method === "GET" ? null : await buffer(incoming);
    const request = new Request(url, { method, headers, body, signal: gone.signal });
    const params = Promise.resolve({ ...route.fits.exec(url.pathname)?.groups });
    const answer = await route.handler(request, { params });
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    // A stream that does not end is not waited for.
    const ends = answer.headers.get("content-type")?.startsWith("text/event-stream") !== true;
    if (!ends) await answer.body?.cancel();
    outgoing.end(ends ? Buffer.from(await answer.arrayBuffer()) : "");
  };
  const server = createServer((incoming, outgoing) => void respond(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
