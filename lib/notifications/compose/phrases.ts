import type { ReviewRow, Risk } from "#lib/reviews/contract.ts";
import { kindName } from "../words.ts";
import { oneLine } from "./one-line.ts";

const MAX_TARGET_CHARS = 120;

/** e-mail to ana@acme.com */
export function nameOfAction({ kind, target }: Pick<ReviewRow, "kind" | "target">): string {
  const name = oneLine(kindName(kind), MAX_TARGET_CHARS);
  return target === null || target.trim() === "" ? name : `${name} to ${oneLine(target, MAX_TARGET_CHARS)}`;
}

const RISK_WORDS: Readonly<Record<Risk["word"], string>> = {
  safe: "safe to send",
  deduped: "the provider ignores a repeat",
  check_first: "check first",
  may_duplicate: "may duplicate",
};

export function riskWord(risk: Risk | null): string | null {
  return risk && RISK_WORDS[risk.word];
}

export function inParentheses(word: string | null): string {
  return word === null ? "" : ` (${word})`;
}

/** 10:45 UTC, with its day where that is not today. */
export function shortTime(at: string, now: Date): string {
  const clock = `${at.slice(11, 16)} UTC`;
  if (at.slice(0, 10) === now.toISOString().slice(0, 10)) return clock;
  const day = new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
  return `${day}, ${clock}`;
}

/** 1 send_email action, 38 send_email actions */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString("en-GB")} ${noun}${count === 1 ? "" : "s"}`;
}
