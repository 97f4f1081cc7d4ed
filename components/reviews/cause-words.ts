const CAUSE_WORDS: Readonly<Record<string, string>> = {
  stale: "No answer in time",
  failed_in_doubt: "Ended without proof",
  failed_for_good: "Refused for good",
  foreign_status: "Unknown status word",
  no_policy: "No policy for this kind",
  broken_policy: "Policy cannot be read",
  no_payload: "Nothing stored to send",
  never_signed: "Never signed",
  attempts_used: "Attempts used up",
  window_over: "Provider may have forgotten it",
  backoff_too_long: "Waits longer than allowed",
  no_check: "No check is set up",
  lapsed: "Not picked up in time",
  edited: "Edited, needs a signature",
  run_cancelled: "Its run was cancelled",
  predecessor_landed: "An earlier version arrived",
  gated: "First send needs a signature",
};

/** Why it stands here, in a few words to scan and group by; the sentence stands in the case itself. */
export function causeWords(cause: string | null): string | null {
  if (cause === null) return null;
  return CAUSE_WORDS[cause] ?? cause.replaceAll("_", " ");
}
