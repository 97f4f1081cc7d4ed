import type { Trace } from "./contract.ts";

const PHASE_WORDS: Readonly<Record<string, string>> = {
  connecting: "Tried to connect",
  connected: "Connected",
  greeted: "Greeted by the server",
  sender_ok: "Sender accepted",
  recipient_ok: "Recipient accepted",
  data_sent: "Body on its way",
  body_sent: "Body handed over",
  replied: "Answered by the server",
};

export type AttemptTraces = {
  phase: string | null;
  effectStartedAt: Date | null;
  outcome: string | null;
};

/** The word is for rules, the text for people: a phase that is none of ours is shown as its worker named it. */
export type Reached = { trace: Trace; text: string };

export const NOT_KNOWN: Reached = { trace: "unknown", text: "Not known" };

/** How far an attempt got. */
export function reached(traces: AttemptTraces | null): Reached {
  if (traces === null) return { trace: "not_started", text: "Not started" };
  const { phase, effectStartedAt, outcome } = traces;
  if (outcome === "succeeded") return { trace: "completed", text: "Completed" };
  if (phase !== null) return { trace: "phase", text: PHASE_WORDS[phase] ?? phase };
  if (effectStartedAt !== null) return { trace: "began", text: "Past the point of no return" };
  if (outcome === "not_started") return { trace: "nothing_begun", text: "Nothing had begun" };
  return NOT_KNOWN;
}

const TRACE_WORDS: Readonly<Record<string, string>> = {
  not_started: "Not started",
  nothing_begun: "Nothing had begun",
  began: "Past the point of no return",
  unknown: NOT_KNOWN.text,
};

/** The same of the one word that a list keeps of it, which is a phase where there is one. */
export function reachedText(word: string): string {
  return TRACE_WORDS[word] ?? PHASE_WORDS[word] ?? word;
}
