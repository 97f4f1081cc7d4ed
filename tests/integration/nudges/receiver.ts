import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

export interface Received {
  id: string;
  timestamp: number;
  body: string;
  /** Whether one of its signatures is right, computed without any code of ours. */
  genuine: boolean;
}

export interface Receiver {
  webhook: { url: string; secretEnv: string };
  received: Received[];
}

type Answer = (response: ServerResponse, nth: number) => void;

let receivers = 0;

export const answer =
  (status: number): Answer =>
  (response) =>
    void response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end();

/** Someone's endpoint for webhooks, on an address that this installation allows; its secret is in a variable. */
export async function openReceiver(respond: Answer = answer(204)): Promise<Receiver> {
  receivers += 1;
  const secret = randomBytes(32);
  const secretEnv = `NOTWICE_SECRET_RECEIVER_${receivers}`;
  process.env[secretEnv] = `whsec_${secret.toString("base64")}`;
  const received: Received[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const id = String(request.headers["webhook-id"]);
    const timestamp = String(request.headers["webhook-timestamp"]);
    const signatures = String(request.headers["webhook-signature"]);
    const genuine = await verify(secret, `${id}.${timestamp}.${body}`, signatures);
    received.push({ id, timestamp: Number(timestamp), body, genuine });
    respond(response, received.length);
  };
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    delete process.env[secretEnv];
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  allow(host);
  return { webhook: { url: `http://${host}/hook`, secretEnv }, received };
}

function allow(host: string): void {
  const before = process.env["NOTWICE_PRIVATE_HOSTS"];
  process.env["NOTWICE_PRIVATE_HOSTS"] = [before, host].filter(Boolean).join(",");
}

async function verify(secret: Buffer, signed: string, signatures: string): Promise<boolean> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", new Uint8Array(secret), algorithm, false, ["verify"]);
  const tries = signatures.split(" ").map(async (signature) => {
    const [version, encoded = ""] = signature.split(",");
    const bytes = new Uint8Array(Buffer.from(encoded, "base64"));
    return version === "v1" && crypto.subtle.verify("HMAC", key, bytes, new TextEncoder().encode(signed));
  });
  return (await Promise.all(tries)).includes(true);
}
