import type { StoredIntent } from "#lib/actions/index.ts";
import { type Actor, hasPermission } from "#lib/auth/index.ts";
import type { CaseFacts } from "../decide/facts.ts";
import { ALLOWED, refusal, type Ruling } from "../decide/ruling.ts";
import { tellReview } from "../decide/say.ts";
import { actionWords } from "../words.ts";

export type EditFacts = CaseFacts & {
  intent: Pick<StoredIntent, "step" | "target">;
  /** This viewer sees all of the payload. */
  seesPayload: boolean;
};

/** Whether this person may replace what is to be sent. A request that waits is no obstacle: it was about other bytes. */
export function mayEdit(actor: Pick<Actor, "roles">, facts: EditFacts): Ruling {
  const { review, action } = facts;
  if (action.replacedBy !== null) {
    return refusal("state", "decided_otherwise", "This action was edited already: its replacement is decided instead.");
  }
  if (review.state !== "open") {
    const told = tellReview(facts);
    return refusal("state", "decided_otherwise", told.sentence, told.facts);
  }
  if (action.status !== "failed" && action.status !== "held") {
    return refusal("state", "illegal_transition", `This action is ${actionWords(action.status)}: it cannot be edited.`);
  }
  if (!hasPermission(actor, "actions.edit"))
    return refusal("role", "forbidden", "You may not edit what is to be sent.");
  if (!facts.seesPayload) {
    return refusal("role", "forbidden", "Part of this payload is hidden from you, so you cannot edit it.");
  }
  const because = obstacle(facts);
  return because === null ? ALLOWED : refusal("rule", "illegal_transition", because);
}

function obstacle({ action, intent }: EditFacts): string | null {
  if (!action.hasPayload) return "It was stored without a payload, so there is nothing to edit.";
  if (intent.step === null) return "It has no step in its run, so an edited version would have no key of its own.";
  return null;
}
