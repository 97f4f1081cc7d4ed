import { type Actor, hasPermission } from "#lib/auth/index.ts";
import type { CaseFacts } from "./facts.ts";
import { ALLOWED, refusal, type Ruling } from "./ruling.ts";
import { tellReview } from "./say.ts";

/** Only a dismissal can be undone, and only while nothing else became of the action. */
export function mayReopen(actor: Pick<Actor, "roles">, facts: CaseFacts): Ruling {
  const { review, action } = facts;
  if (review.state !== "closed") {
    return refusal("state", "illegal_transition", "This case is not closed.", { state: review.state });
  }
  if (action.replacedBy !== null) {
    return refusal("state", "illegal_transition", "This action was edited: its replacement is decided instead.");
  }
  if (action.status === "succeeded" && review.resolution === "dismissed") {
    return refusal(
      "state",
      "decided_otherwise",
      "It was reported since that it did arrive. Nothing is left to decide.",
    );
  }
  if (review.resolution !== "dismissed" || action.status !== "dismissed") {
    const told = tellReview(facts);
    return refusal("state", "illegal_transition", `Only a dismissal can be reopened. ${told.sentence}`, told.facts);
  }
  if (!hasPermission(actor, "reviews.reopen")) return refusal("role", "forbidden", "You may not reopen cases.");
  return ALLOWED;
}
