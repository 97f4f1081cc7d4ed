import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { Certificate } from "./http-certificate.ts";

/** Where a script can step in: the connection stands (with TLS: its handshake too), the head came, all came. */
export type HttpPoint = "connect" | "head" | "request";

/** Done in order; after a reaction to the head the rest is not listened to: `hang` says nothing, `close` and `reset` end the connection, all else is sent as it is. */
export type HttpReaction = string[];

export interface HttpScript {
  at?: Partial<Record<HttpPoint, HttpReaction>>;
  tls?: Certificate;
}

export interface HeardRequest {
  line: string;
  headers: Record<string, string>;
  body: string;
}

const END_OF_HEAD = "\r\n\r\n";
const FRIENDLY: Record<HttpPoint, HttpReaction> = { connect: [], head: [], request: [reply("200 OK", "")] };

/** An answer, complete and well-formed; its body is in Latin 1, a character a byte. */
export function reply(status: string, body: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ "content-length": String(body.length), ...headers });
  return `HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`;
}

/** An HTTP server that hangs, resets, closes, answers and lies by script, and keeps the truth. */
export class ScriptedHttp implements AsyncDisposable {
  url = "";
  /** The requests that came completely: what happened. */
  readonly requests: HeardRequest[] = [];
  connections = 0;
  readonly #script: HttpScript;
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  private constructor(script: HttpScript) {
    this.#script = script;
    const serve = (socket: Socket) => this.#serve(socket);
    this.#server = script.tls ? createTlsServer(script.tls, serve) : createServer(serve);
    this.#server.on("connection", (socket: Socket) => this.#watch(socket));
    // A client that does not trust the certificate hangs up.
    this.#server.on("tlsClientError", () => {});
  }

  static async start(script: HttpScript = {}): Promise<ScriptedHttp> {
    const scripted = new ScriptedHttp(script);
    const server = scripted.#server.listen(0, "localhost");
    await once(server, "listening");
    const address = server.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    scripted.url = `${script.tls ? "https" : "http"}://localhost:${port}/v1/messages`;
    return scripted;
  }

  /** Resolves when every client is gone, so that nothing can arrive any more. */
  async quiet(): Promise<void> {
    await Promise.all([...this.#open].map(gone));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
    await this.quiet();
  }

  #watch(socket: Socket): void {
    this.connections += 1;
    this.#open.add(socket);
    socket.on("close", () => this.#open.delete(socket));
    // A client that drops the connection is part of the play.
    socket.on("error", () => {});
  }

  #serve(socket: Socket): void {
    socket.on("error", () => {});
    let heard = "";
    let head: string | undefined;
    socket.on("data", (chunk) => {
      heard += chunk.toString("latin1");
      const at = heard.indexOf(END_OF_HEAD);
      if (at === -1) return;
      if (head === undefined) {
        head = heard.slice(0, at);
        this.#react(socket, "head");
        if (this.#script.at?.head !== undefined) return void socket.removeAllListeners("data").resume();
      }
      const request = readRequest(head, heard.slice(at + END_OF_HEAD.length));
      if (request === undefined) return;
      [heard, head] = ["", undefined];
      this.requests.push(request);
      this.#react(socket, "request");
    });
    this.#react(socket, "connect");
  }

  #react(socket: Socket, point: HttpPoint): void {
    for (const action of this.#script.at?.[point] ?? FRIENDLY[point]) {
      if (action === "close") socket.end();
      else if (action === "reset") reset(socket);
      else if (action !== "hang") socket.write(action, "latin1");
    }
  }
}

function gone(socket: Socket): Promise<void> {
  return new Promise((resolve) => void socket.once("close", () => resolve()));
}

function readRequest(head: string, body: string): HeardRequest | undefined {
  const [line = "", ...lines] = head.split("\r\n");
  const headers = Object.fromEntries(lines.map((text) => text.split(/: ?/, 2).map((part) => part.toLowerCase())));
  if (body.length < Number(headers["content-length"] ?? 0)) return undefined;
  return { line, headers, body };
}

/** A TLS socket knows no reset of its own. */
function reset(socket: Socket): void {
  const tcp: unknown = Reflect.get(socket, "_parent");
  const bare = typeof tcp === "object" && tcp !== null && "resetAndDestroy" in tcp ? (tcp as Socket) : socket;
  bare.resetAndDestroy();
}
