import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Pool } from "pg";
import { onTestFinished } from "vitest";

export interface SlackReceiver {
  urlEnv: string;
  port: number;
  /** The texts that were posted, and whether they came as Slack's JSON. */
  posts: { text: string; isJson: boolean }[];
  close: () => Promise<void>;
}

type Answer = (response: ServerResponse, nth: number) => void;

let receivers = 0;

export const answer =
  (status: number): Answer =>
  (response) =>
    void response.writeHead(status).end("ok");

/** Someone's channel: a real HTTP server, whose address is in a variable and on a host that this desk allows. */
export async function openSlack(respond: Answer = answer(200), given: { port?: number } = {}): Promise<SlackReceiver> {
  receivers += 1;
  const posts: SlackReceiver["posts"] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      posts.push({ text: JSON.parse(body).text, isJson: request.headers["content-type"] === "application/json" });
      respond(response, posts.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(given.port ?? 0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  const urlEnv = `NOTWICE_SECRET_SLACK_${receivers}`;
  process.env[urlEnv] = `http://127.0.0.1:${port}/services/T0/B0/secret`;
  const hosts = process.env["NOTWICE_PRIVATE_HOSTS"];
  process.env["NOTWICE_PRIVATE_HOSTS"] = [hosts, `127.0.0.1:${port}`].filter(Boolean).join(",");
  onTestFinished(async () => {
    await close();
    delete process.env[urlEnv];
  });
  return { urlEnv, port, posts, close };
}

export async function addWebhook(
  pool: Pool,
  urlEnv: string,
  given: { events?: string[]; kinds?: string[] } = {},
): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    "insert into notification_webhook (name, url_env, events, kinds) values ('#ops', $1, $2, $3) returning id",
    [urlEnv, given.events ?? ["review_opened"], given.kinds ?? []],
  );
  return rows[0]?.id ?? "";
}
