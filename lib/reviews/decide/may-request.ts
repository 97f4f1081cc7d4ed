import { type Actor, hasPermission } from "#lib/auth/index.ts";
import type { RequestType } from "../contract.ts";
import { actionWords, TYPE_WORDS } from "../words.ts";
import { type CaseFacts, pendingRequest } from "./facts.ts";
import { ALLOWED, refusal, type Ruling } from "./ruling.ts";
import { sayTime, tellReview } from "./say.ts";

/** Whether this person may ask for this now. */
export function mayRequest(actor: Pick<Actor, "id" | "roles">, type: RequestType, facts: CaseFacts): Ruling {
  if (facts.review.state !== "open") {
    const told = tellReview(facts);
    return refusal("state", "decided_otherwise", told.sentence, told.facts);
  }
  const pending = pendingRequest(facts);
  if (pending) {
    const { name } = facts.nameOf(pending.requestedBy);
    const sentence = `${name} asked for ${TYPE_WORDS[pending.type]} on ${sayTime(pending.requestedAt)}. That comes first.`;
    return refusal("state", "request_pending", sentence, { by: name, at: pending.requestedAt.toISOString() });
  }
  if (!hasPermission(actor, "requests.create")) {
    return refusal("role", "forbidden", "You may read this case, and ask for nothing.");
  }
  const because = obstacle(type, facts);
  return because === null ? ALLOWED : refusal("rule", "illegal_transition", because);
}

function obstacle(type: RequestType, { action, rules }: CaseFacts): string | null {
  const { status, hasPayload } = action;
  if (action.replacedBy !== null) return "This action was edited: its replacement is decided instead.";
  if (status !== "failed" && status !== "held") {
    return `This action is ${actionWords(status)}: there is nothing to decide.`;
  }
  switch (type) {
    case "send":
      if (status !== "held") return "This was attempted before: ask for a resend.";
      return hasPayload ? null : "It was stored without a payload, so there is nothing to sign.";
    case "resend":
      if (status !== "failed") return "Nothing was sent yet: ask for a first send.";
      if (hasPayload || rules.nudge !== "worker") return null;
      return "It was stored without a payload, so there is nothing that could be handed to a worker again.";
    case "mark_happened":
      return status === "failed" ? null : "Nothing was sent yet, so it cannot have happened.";
    case "dismiss":
      return null;
  }
}
