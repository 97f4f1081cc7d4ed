import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { RouteHandler } from "#lib/http/route.ts";

/** A route behind a real port, for real clients; one that hangs up aborts the request's signal, as under Next. */
export async function serveRoute(handlers: { GET: RouteHandler; POST: RouteHandler }): Promise<string> {
  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const gone = new AbortController();
    outgoing.on("close", () => gone.abort());
    const method = incoming.method === "GET" ? "GET" : "POST";
    const headers = { authorization: incoming.headers.authorization ?? "" };
    const request = new Request(`http://localhost${incoming.url}`, { method, headers, signal: gone.signal });
    const answer = await handlers[method](request);
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  };
  const server = createServer((incoming, outgoing) => void respond(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
