import type { CaseFacts } from "../decide/facts.ts";
import { type Refusal, refusal, type Ruling, toError } from "../decide/ruling.ts";

export type Seen = { version: number; payloadHash?: string | null };
type SeenFacts = Pick<CaseFacts, "review" | "action">;

/** Refuses in the order in which decisions are answered: decided otherwise, changed since it was seen, not allowed. */
export function requireAllowed(ruling: Ruling, seen: Seen, facts: SeenFacts): void {
  const refused = firstRefusal(ruling, seen, facts);
  if (refused) throw toError(refused);
}

export function firstRefusal(ruling: Ruling, seen: Seen, facts: SeenFacts): Refusal | null {
  if (!ruling.allowed && ruling.blockedBy === "state") return ruling;
  return changedSinceSeen(seen, facts) ?? (ruling.allowed ? null : ruling);
}

/** A decision is about what was on screen when it was made. */
function changedSinceSeen(seen: Seen, { review, action }: SeenFacts): Refusal | null {
  const isSameBytes = seen.payloadHash === undefined || seen.payloadHash === action.payloadHash;
  if (isSameBytes && seen.version === review.version) return null;
  const what = isSameBytes ? "The case" : "What is to be sent";
  return refusal("state", "changed_since_seen", `${what} has changed since you opened it. Nothing was recorded.`, {
    version: review.version,
    field: isSameBytes ? "version" : "payloadHash",
  });
}
