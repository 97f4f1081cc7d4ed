import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { POST as sign } from "#app/api/requests/[id]/sign-offs/route.ts";
import { POST as reopen } from "#app/api/reviews/[id]/reopen/route.ts";
import { POST as ask } from "#app/api/reviews/[id]/requests/route.ts";

/** A process of its own that answers decisions, to be killed: `node decision-server.ts`, told its port on stdout. */
const HANDLERS = { "sign-offs": sign, reopen, requests: ask };

async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const [, , , id = "", verb = ""] = (incoming.url ?? "").split("/");
  const handler = Object.entries(HANDLERS).find(([name]) => name === verb)?.[1];
  if (handler === undefined) return void outgoing.writeHead(404).end();
  const headers = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  const url = new URL(incoming.url ?? "/", "http://localhost:3000");
  const request = new Request(url, { method: "POST", headers, body: await buffer(incoming) });
  const answer = await handler(request, { params: Promise.resolve({ id }) });
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}

const server = createServer((incoming, outgoing) => void respond(incoming, outgoing));
server.listen(0, "127.0.0.1", () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
