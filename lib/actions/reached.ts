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

/** How far an attempt got, in words; a phase that is none of ours is shown as its worker named it. */
export function reached(traces: AttemptTraces | null): string {
  if (traces === null) return "Not started";
  if (traces.phase !== null) return PHASE_WORDS[traces.phase] ?? traces.phase;
  if (traces.effectStartedAt !== null) return "Past the point of no return";
  if (traces.outcome === "not_started") return "Nothing had begun";
  return "Not known";
}
