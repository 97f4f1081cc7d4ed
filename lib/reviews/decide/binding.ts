import type { RequestRecord } from "../sql/requests/request-columns.ts";
import type { CaseFacts } from "./facts.ts";
import { signOffsNeeded } from "./sign-offs-needed.ts";

export type BrokenBinding = "action_changed" | "policy_changed";

/** What was asked for is what is signed: any difference since then voids the request, a tightening of sign-offs aside. */
export function brokenBinding(request: RequestRecord, facts: CaseFacts): BrokenBinding | null {
  const { action, review, rules } = facts;
  const isSameAction =
    review.state === "open" &&
    (action.status === "failed" || action.status === "held") &&
    action.replacedBy === null &&
    action.attempt === request.attempt &&
    action.payloadHash === request.payloadHash;
  if (!isSameAction) return "action_changed";
  const isSamePolicy =
    (request.recovery ?? rules.recovery) === rules.recovery &&
    (request.gate ?? rules.gate) === rules.gate &&
    request.signOffsNeeded <= needed(request, facts);
  return isSamePolicy ? null : "policy_changed";
}

/** How many have to sign by now. */
export function needed(request: RequestRecord, { action, rules, replacesDoubt }: CaseFacts): number {
  return signOffsNeeded(request.type, rules.signOffs, { failure: action.failure, replacesDoubt });
}
