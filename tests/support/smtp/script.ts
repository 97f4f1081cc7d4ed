import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { SmtpDialogue, type SmtpPoint } from "./dialogue.ts";

/** Done in order: `hang` says nothing, `close` and `reset` end the connection, all else is a reply. */
export type SmtpReaction = string[];

export interface SmtpScript {
  at?: Partial<Record<SmtpPoint, SmtpReaction>>;
  /** The truth: whether a complete message is taken, whatever is answered. Default true. */
  accepts?: boolean;
  extensions?: string[];
}

const FRIENDLY: Record<SmtpPoint, SmtpReaction> = {
  connect: ["220 sink.example ESMTP"],
  ehlo: ["250 sink.example"],
  starttls: ["454 Not now"],
  auth: ["235 Welcome"],
  mail: ["250 Sender fine"],
  rcpt: ["250 Recipient fine"],
  data: ["354 Go ahead"],
  body: [],
  dot: ["250 Taken as 1"],
  quit: ["221 Bye", "close"],
};

/** An SMTP server that refuses, hangs, resets, closes and lies by script, and keeps the truth. */
export class ScriptedSmtp implements AsyncDisposable {
  readonly host = "127.0.0.1";
  port = 0;
  /** Complete messages the server took, as they came. */
  readonly accepted: string[] = [];
  /** Every byte that came after a 354. */
  messageBytes = "";
  /** The points reached, in order. */
  readonly heard: SmtpPoint[] = [];
  readonly #script: SmtpScript;
  readonly #server = createServer((socket) => this.#serve(socket));
  readonly #open = new Set<Socket>();

  private constructor(script: SmtpScript) {
    this.#script = script;
  }

  static async start(script: SmtpScript = {}): Promise<ScriptedSmtp> {
    const scripted = new ScriptedSmtp(script);
    const server = scripted.#server.listen(0, scripted.host);
    await once(server, "listening");
    const address = server.address();
    if (address !== null && typeof address === "object") scripted.port = address.port;
    return scripted;
  }

  /** Resolves when every client is gone, so that nothing can arrive any more. */
  async quiet(): Promise<void> {
    for (const socket of this.#open) await once(socket, "close");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
    await this.quiet();
  }

  #serve(socket: Socket): void {
    this.#open.add(socket);
    socket.on("close", () => this.#open.delete(socket));
    // A client that drops the connection is part of the play.
    socket.on("error", () => {});
    const takesData = this.#reaction("data").some((action) => action.startsWith("354"));
    const dialogue = new SmtpDialogue(takesData, {
      point: (point, text) => this.#reach(socket, point, text),
      messageBytes: (text) => (this.messageBytes += text),
    });
    socket.on("data", (chunk) => dialogue.hear(chunk.toString("latin1")));
    this.#reach(socket, "connect", "");
  }

  #reach(socket: Socket, point: SmtpPoint, text: string): void {
    this.heard.push(point);
    if (point === "dot" && this.#script.accepts !== false) this.accepted.push(text);
    for (const action of this.#reaction(point)) act(socket, action);
  }

  #reaction(point: SmtpPoint): SmtpReaction {
    const extensions = this.#script.extensions ?? [];
    const plain = this.#script.at?.[point] ?? FRIENDLY[point];
    if (point !== "ehlo" || extensions.length === 0) return plain;
    return ["250-sink.example", ...extensions.slice(1).map((name) => `250-${name}`), `250 ${extensions[0]}`];
  }
}

function act(socket: Socket, action: string): void {
  if (action === "close") socket.end();
  else if (action === "reset") socket.resetAndDestroy();
  else if (action !== "hang") socket.write(`${action}\r\n`);
}
