import type { IncomingMessage, ServerResponse } from "node:http";
import { bodyOf, listen } from "./listen.ts";

export const CHAT_SECRET = "xoxb-7f31-chat/secret+1";

export interface ChatMessage {
  channel: string;
  text: string;
  client_id: string;
  ts: string;
}

/**
 * A chat: answers 200 whatever it thinks, and says in `ok` whether it did it. Posts are not deduplicated; a message is
 * found by the id that its sender gave it.
 */
export class FakeChat implements AsyncDisposable {
  origin = "";
  readonly messages: ChatMessage[] = [];
  /** The ids that were asked for, in order. */
  readonly questions: string[] = [];
  /** Runs after a question came and before it is answered. */
  beforeAnswer: (id: string) => Promise<void> = () => Promise.resolve();
  /** In place of the answer to a question, while it returns true. */
  instead: (response: ServerResponse) => boolean = () => false;
  #server: AsyncDisposable | undefined;

  static async start(): Promise<FakeChat> {
    const chat = new FakeChat();
    const server = await listen((request, response) => void chat.#serve(request, response));
    chat.#server = server;
    chat.origin = server.origin;
    process.env["NOTWICE_SECRET_CHAT"] = CHAT_SECRET;
    return chat;
  }

  /** As a worker posts. */
  async post(message: Omit<ChatMessage, "ts">): Promise<void> {
    const headers = { authorization: `Bearer ${CHAT_SECRET}` };
    await fetch(`${this.origin}/api/messages`, { method: "POST", headers, body: JSON.stringify(message) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.[Symbol.asyncDispose]();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.origin);
    if (request.headers.authorization !== `Bearer ${CHAT_SECRET}`)
      return send(response, { ok: false, error: "not_authed" });
    if (request.method === "POST" && url.pathname === "/api/messages") {
      const given = JSON.parse(await bodyOf(request)) as Omit<ChatMessage, "ts">;
      const message = { ...given, ts: `17000000${this.messages.length}.000100` };
      this.messages.push(message);
      return send(response, { ok: true, ts: message.ts });
    }
    const id = url.searchParams.get("client_id") ?? "";
    this.questions.push(id);
    await this.beforeAnswer(id);
    if (this.instead(response)) return;
    send(response, { ok: true, messages: this.messages.filter((message) => message.client_id === id) });
  }
}

function send(response: ServerResponse, body: object): void {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(body));
}
