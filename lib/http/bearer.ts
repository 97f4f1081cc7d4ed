import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "../env.ts";
import { AppError } from "../errors.ts";

export function requireCronSecret(headers: Headers): void {
  const expected = env().CRON_SECRET;
  const given = /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (expected === undefined || given === undefined || !sameSecret(given, expected)) {
    throw new AppError("unauthenticated", "This route needs the header Authorization: Bearer <CRON_SECRET>.");
  }
}

/** Digests first: `timingSafeEqual` needs equal lengths, and the length of a secret is a part of it. */
function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
