import { createHash, timingSafeEqual } from "node:crypto";
import { authenticateToken } from "#lib/tokens/index.ts";
import { env } from "../env.ts";
import { AppError } from "../errors.ts";

export function requireCronSecret(headers: Headers): void {
  if (!carries(headers, env().CRON_SECRET)) {
    throw new AppError("unauthenticated", "This route needs the header Authorization: Bearer <CRON_SECRET>.");
  }
}

type Reader = { type: "machine"; id: string; name: string };

/** Whoever collects metrics: by the secret of the environment, or by a token that may read. */
export async function requireMetricsAccess(headers: Headers): Promise<Reader> {
  if (carries(headers, env().METRICS_TOKEN)) return { type: "machine", id: "metrics", name: "Metrics" };
  return authenticateToken(headers, "read");
}

function carries(headers: Headers, expected: string | undefined): boolean {
  const given = /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return expected !== undefined && given !== undefined && sameSecret(given, expected);
}

/** Digests first: `timingSafeEqual` needs equal lengths, and the length of a secret is a part of it. */
function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
