import { createHmac } from "node:crypto";

const SECRET_PREFIX = "whsec_";
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const MIN_SECRET_BYTES = 24;

export interface SignedMessage {
  /** Constant over all tries of one message; the receiver knows a repeat by it. */
  id: string;
  sentAtSeconds: number;
  body: string;
}

/**
 * The headers of the Standard Webhooks scheme. `secrets` holds one secret, or several separated by spaces: each signs,
 * so that a receiver may know the old one or the new one.
 */
export function signWebhook({ id, sentAtSeconds, body }: SignedMessage, secrets: string): Record<string, string> {
  const signed = `${id}.${sentAtSeconds}.${body}`;
  const signatures = secrets
    .trim()
    .split(/\s+/)
    .map((secret) => `v1,${createHmac("sha256", readSecret(secret)).update(signed).digest("base64")}`);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(sentAtSeconds),
    "webhook-signature": signatures.join(" "),
  };
}

function readSecret(secret: string): Buffer {
  const encoded = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  const bytes = Buffer.from(encoded, "base64");
  if (!BASE64.test(encoded) || bytes.length < MIN_SECRET_BYTES) {
    throw new Error(`A signing secret is ${SECRET_PREFIX} and at least ${MIN_SECRET_BYTES} bytes in base64.`);
  }
  return bytes;
}
