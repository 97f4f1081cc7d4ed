import { AppError } from "../../errors.ts";
import type { CaseFacts } from "../decide/facts.ts";

/** A decision is about what was on screen when it was made. */
export function requireSeen(
  seen: { version: number; payloadHash?: string | null },
  { review, action }: Pick<CaseFacts, "review" | "action">,
): void {
  const isSameBytes = seen.payloadHash === undefined || seen.payloadHash === action.payloadHash;
  if (isSameBytes && seen.version === review.version) return;
  const what = isSameBytes ? "The case" : "What is to be sent";
  throw new AppError("changed_since_seen", `${what} has changed since you opened it. Nothing was recorded.`, {
    version: review.version,
    field: isSameBytes ? "version" : "payloadHash",
  });
}
