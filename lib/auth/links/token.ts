import { createHash, randomBytes } from "node:crypto";
import { env } from "../../env.ts";
import type { LinkPurpose } from "../contract.ts";

const TOKEN_BYTES = 32;
const HOUR_SECONDS = 3600;

/** Who is invited answers when they are next at their desk; the others stand at the keyboard. */
export const VALID_SECONDS: Record<LinkPurpose, number> = {
  first_admin: HOUR_SECONDS,
  reset: HOUR_SECONDS,
  invitation: 24 * HOUR_SECONDS,
};

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** What the database keeps: whoever reads it cannot use a link. The token is random, so that no salt is needed. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

export function linkOf(token: string): string {
  return `${env().BASE_URL}/set-password?token=${token}`;
}
