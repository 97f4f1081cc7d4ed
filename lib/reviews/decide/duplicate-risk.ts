import type { Predecessor, Reached } from "#lib/actions/index.ts";
import type { Risk } from "../contract.ts";

export type RiskFacts = {
  status: string;
  failure: string | null;
  doubts: number;
  attempt: number;
  firstAttemptedAt: Date | null;
  /** What is known of the versions it replaces; null where it replaces none. */
  predecessor: Predecessor | null;
  reached: Reached;
};

export type RiskRules = { recovery: "retry" | "verify" | "ask"; providerWindowSeconds: number };

const SETTLED = new Set(["succeeded", "in_flight"]);

/** How likely another attempt is to repeat the effect, and why; null where no further attempt stands to be made. */
export function duplicateRisk(facts: RiskFacts, rules: RiskRules, now: Date): Risk | null {
  if (SETTLED.has(facts.status)) return null;
  if (facts.predecessor === "landed") return risk("may_duplicate", "An earlier version of this did arrive.");
  if (facts.attempt === 0) return firstSend(facts);
  if (facts.failure === "did_not_happen" && facts.predecessor === "may_have_happened") {
    return risk("may_duplicate", "It is proved that this version was not sent; an earlier one may have arrived.");
  }
  if (facts.failure === "did_not_happen") {
    return risk("safe", "It is proved that nothing was sent, in any attempt.");
  }
  const until = deduplicatedUntil(facts, rules);
  if (rules.recovery === "retry" && until !== null && until > now) {
    return { ...risk("deduped", "The provider recognises the key and ignores a repeat."), until: until.toISOString() };
  }
  if (rules.recovery === "verify") {
    return risk("check_first", "The provider can be asked whether it arrived.");
  }
  return risk("may_duplicate", `${doubt(facts)} Nobody can tell whether it arrived.`);
}

function firstSend({ predecessor }: RiskFacts): Risk {
  if (predecessor === null) return risk("safe", "Nothing was sent yet: this is the first attempt.");
  if (predecessor === "nothing_sent") return risk("safe", "It is proved that no version of this was sent yet.");
  return risk("may_duplicate", "This replaces an earlier version, which may have arrived.");
}

function deduplicatedUntil({ firstAttemptedAt }: RiskFacts, { providerWindowSeconds }: RiskRules): Date | null {
  return firstAttemptedAt && new Date(firstAttemptedAt.getTime() + providerWindowSeconds * 1000);
}

function doubt({ doubts, reached }: RiskFacts): string {
  if (doubts > 1) return `${doubts} attempts ended without proof.`;
  return reached.trace === "unknown" ? "How far it got is not known." : `${reached.text}, then no answer.`;
}

function risk(word: Risk["word"], why: string): Risk {
  return { word, why, until: null };
}
