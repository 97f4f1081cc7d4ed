import { createHash } from "node:crypto";
import { countSignInTry } from "../sql/count-sign-in-try.ts";
import { forgetSignInTries } from "../store.ts";

const MAX_FAILED_TRIES = 10;
const TRIES_WINDOW_MS = 5 * 60 * 1000;
const MINUTE_MS = 60_000;

/** Null: go on and look at the password. Counted per account, because a network address is a header a client can invent. */
export async function countTry(email: string): Promise<{ retryAt: Date } | null> {
  const { count, startedAtMs } = await countSignInTry(keyOf(email), TRIES_WINDOW_MS);
  return count > MAX_FAILED_TRIES ? { retryAt: nextFullMinute(startedAtMs + TRIES_WINDOW_MS) } : null;
}

export async function forgetTries(email: string): Promise<void> {
  await forgetSignInTries(keyOf(email));
}

/** A digest: what is typed into the e-mail field is at times a password. */
function keyOf(email: string): string {
  return `sign-in:${createHash("sha256").update(email).digest("hex")}`;
}

/** The page prints hours and minutes, and what it prints has to be true. */
function nextFullMinute(ms: number): Date {
  return new Date(Math.ceil(ms / MINUTE_MS) * MINUTE_MS);
}
