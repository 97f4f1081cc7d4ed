import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { SECRET_PREFIX } from "./contract.ts";

const SECRET_BYTES = 32;

/** 256 random bits: nothing to guess, so one round of sha-256 is enough to keep it by. */
export function newSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64url");
}

export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** The index compares hashes byte by byte, which tells of the hash and not of the secret; equality is asked here. */
export function sameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
