import type { Predecessor, Reached } from "#lib/actions/index.ts";
import { sayTime } from "./say.ts";

export type VerdictFacts = {
  status: string;
  failure: string | null;
  attempt: number;
  reached: Reached;
  worker: string | null;
  /** When the newest attempt was last heard of. */
  at: Date | null;
  settledBy: string | null;
  /** What is known of the versions it replaces; null where it replaces none. */
  predecessor: Predecessor | null;
  /** It was edited, and lives on in another action. */
  isReplaced: boolean;
};

const SETTLED_WORDS: Readonly<Record<string, string>> = {
  worker: "The worker reported that it is done.",
  late_worker: "A worker reported late that it did arrive. Nothing is sent again.",
  verification: "The provider was asked and says that it did arrive.",
  attestation: "A person recorded that it happened; Notwice itself saw no answer.",
};

/** What is known, then what is not. */
export function verdictSentence(facts: VerdictFacts): string {
  return [ofThis(facts), ofEarlier(facts)].filter(Boolean).join(" ");
}

function ofEarlier({ predecessor, status }: VerdictFacts): string {
  if (predecessor === "landed") return "An earlier version of it did arrive.";
  if (predecessor !== "may_have_happened" || status === "succeeded") return "";
  return "An earlier version of it may have arrived: nobody can tell.";
}

function ofThis(facts: VerdictFacts): string {
  switch (facts.status) {
    case "held":
      return facts.predecessor === null
        ? "Nothing was sent yet. The first send waits for a signature."
        : "This version was not sent yet. Its first send waits for a signature.";
    case "in_flight":
      return `Attempt ${facts.attempt} is running${facts.worker === null ? "" : ` at ${facts.worker}`}.`;
    case "released":
      return "Released for one more attempt. No worker has claimed it yet.";
    case "succeeded":
      return SETTLED_WORDS[facts.settledBy ?? "worker"] ?? "It is done.";
    case "dismissed":
      return `${facts.isReplaced ? "Edited: the new version is decided instead." : "Closed without sending."} ${unknownOrNot(facts)}`;
    case "failed":
      return facts.failure === "did_not_happen"
        ? `${facts.predecessor === null ? "It" : "This version"} did not happen, and every attempt so far has proof of that.`
        : `${lastTrace(facts)} It may have happened: nobody can tell.`;
    default:
      return `It came with the status "${facts.status}", which is none of ours. What became of it is not known.`;
  }
}

function unknownOrNot({ failure, attempt }: VerdictFacts): string {
  const isProved = attempt === 0 || failure === "did_not_happen";
  return isProved ? "Nothing had been sent." : "Whether an earlier attempt arrived is not known.";
}

function lastTrace({ reached, worker, at, attempt }: VerdictFacts): string {
  const who = worker === null ? "" : ` by ${worker}`;
  const when = at === null ? "" : ` on ${sayTime(at)}`;
  if (reached.trace === "unknown") return `Attempt ${attempt}${when}${who} ended without an answer.`;
  return `${reached.text}${when}${who}, and then no answer.`;
}
