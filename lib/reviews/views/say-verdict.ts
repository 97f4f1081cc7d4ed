import { type ActionDetail, NOT_KNOWN, type Predecessor } from "#lib/actions/index.ts";
import { verdictSentence } from "../decide/verdict-sentence.ts";

/** The sentence above everything else, from the newest attempt that is over. */
export function sayVerdict(action: ActionDetail, predecessor: Predecessor | null): string {
  const newest = action.attempts.findLast(({ outcome }) => outcome !== "running");
  const heard = newest?.effectStartedAt ?? newest?.startedAt ?? null;
  return verdictSentence({
    status: action.status,
    failure: action.failure,
    attempt: action.attempt,
    reached: newest ? { trace: newest.trace, text: newest.reached } : NOT_KNOWN,
    worker: action.status === "in_flight" ? action.claimedBy : (newest?.worker ?? null),
    at: heard === null ? null : new Date(heard),
    settledBy: action.settledBy,
    predecessor,
    isReplaced: action.replacedBy !== null,
  });
}
