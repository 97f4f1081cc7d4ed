import type { AuditEntry } from "#lib/audit/contract.ts";
import { typeWords } from "#lib/reviews/words.ts";

const SENTENCES: Readonly<Record<string, (entry: AuditEntry) => string>> = {
  "action.judged": ({ actor, detail }) =>
    `${who(actor)} put it before a person${typeof detail["attempt"] === "number" ? ` after attempt ${detail["attempt"]}` : ""}`,
  "action.released": ({ actor }) => `${who(actor)} released it for one more attempt`,
  "action.lapsed": () => "The release lapsed before any worker took it",
  "action.landed_late": ({ actor }) => `${who(actor)} reported late that it did happen`,
  "action.failed_late": ({ actor }) => `${who(actor)} reported late that it did not happen`,
  "action.verified": () => "The provider was asked, and says that it did happen",
  "action.dismissed": ({ actor }) => `Closed without sending, decided by ${who(actor)}`,
  "action.marked_happened": ({ actor }) => `Recorded as happened, decided by ${who(actor)}`,
  "action.step_taken": ({ actor }) => `${who(actor)} came with other content for the same step, and was refused`,
  "action.edited": ({ actor }) => `${who(actor)} edited it: this version replaces the one before`,
  "action.replaced": ({ actor }) => `${who(actor)} edited it: the new version is decided instead`,
  "action.predecessor_landed": () => "An earlier version of it was reported to have arrived",
  "review.commented": ({ actor }) => `${who(actor)} wrote a note`,
  "review.assigned": ({ actor, detail }) => `${who(actor)} ${detail["to"] === null ? "handed it back" : "took it"}`,
  "review.closed": ({ actor }) => `${who(actor)} claimed it, and the case closed`,
  "review.reopened": ({ actor }) => `${who(actor)} reopened the case`,
  "action.reopened": ({ actor }) => `${who(actor)} reopened the case`,
  "request.created": ({ actor, detail }) => `${who(actor)} asked for ${typeWords(detail["type"])}`,
  "request.approved": ({ actor, detail }) => `${capitalised(typeWords(detail["type"]))} was approved by ${who(actor)}`,
  "request.rejected": ({ actor, detail }) =>
    `${capitalised(typeWords(detail["type"]))} was turned down by ${who(actor)}`,
  "request.withdrawn": ({ actor }) => `${who(actor)} withdrew the request`,
  "request.expired": () => "The request expired without a decision",
  "request.superseded": () => "The request was superseded",
  "sign_off.given": ({ actor, detail }) => `${who(actor)} signed: ${detail["verdict"] === "reject" ? "no" : "yes"}`,
  "release.taken_back": ({ actor }) => `${who(actor)} took the approval back before it was claimed`,
};

/** One line of what happened, in words; an event that nobody has worded yet is named as it is. */
export function timelineWords(entry: AuditEntry): string {
  return SENTENCES[entry.action]?.(entry) ?? `${who(entry.actor)}: ${entry.action.replaceAll(/[._]/g, " ")}`;
}

function who(actor: AuditEntry["actor"]): string {
  switch (actor.type) {
    case "reaper":
      return "The reaper";
    case "worker":
      return `Worker ${actor.name.replace(/^worker[ :]/, "")}`;
    case "system":
      return "Notwice";
    case "person":
      return actor.name;
  }
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
