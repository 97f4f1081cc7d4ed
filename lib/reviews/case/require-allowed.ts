import { AppError } from "../../errors.ts";
import type { CaseFacts } from "../decide/facts.ts";
import { type Ruling, toError } from "../decide/ruling.ts";

type Seen = { version: number; payloadHash?: string | null };
type SeenFacts = Pick<CaseFacts, "review" | "action">;

/** Refuses in the order in which decisions are answered: decided otherwise, changed since it was seen, not allowed. */
export function requireAllowed(ruling: Ruling, seen: Seen, facts: SeenFacts): void {
  if (!ruling.allowed && ruling.blockedBy === "state") throw toError(ruling);
  requireSeen(seen, facts);
  if (!ruling.allowed) throw toError(ruling);
}

/** A decision is about what was on screen when it was made. */
function requireSeen(seen: Seen, { review, action }: SeenFacts): void {
  const isSameBytes = seen.payloadHash === undefined || seen.payloadHash === action.payloadHash;
  if (isSameBytes && seen.version === review.version) return;
  const what = isSameBytes ? "The case" : "What is to be sent";
  throw new AppError("changed_since_seen", `${what} has changed since you opened it. Nothing was recorded.`, {
    version: review.version,
    field: isSameBytes ? "version" : "payloadHash",
  });
}
