import { type AskCause, type JudgedAction, type UnrecordedEnd } from "./verdict.ts";

/** Two sentences for the desk: what is known of the attempt, then why a person has to decide. */
export function reasonToAsk(action: JudgedAction, ended: UnrecordedEnd | null, cause: AskCause): string {
  return [whatHappened(action, ended), earlierDoubt(action, ended), WHY[cause](action)].filter(Boolean).join(" ");
}

/** The same, after the provider was asked as the policy says. */
export function reasonAfterChecks(action: JudgedAction, cause: AskCause): string {
  const said = cause === "checks_used" ? "" : "The provider was asked, and knows nothing of it.";
  return [whatHappened(action, null), said, WHY[cause](action)].filter(Boolean).join(" ");
}

function whatHappened(action: JudgedAction, ended: UnrecordedEnd | null): string {
  const attempt = `Attempt ${action.attempt}`;
  if (action.status !== "in_flight" && action.status !== "failed") {
    return `The action came with the status "${action.status}": what became of it is not known.`;
  }
  if (ended === "not_started") return `${attempt} stopped before it began.`;
  if (action.status === "failed") {
    return action.failure === "did_not_happen"
      ? `${attempt} failed, and nothing happened.`
      : `${attempt} ended without proof that nothing happened.`;
  }
  return action.effectStarted
    ? `${attempt} began and never reported how it ended: it may have happened.`
    : `${attempt} never reported how it ended: it may have happened.`;
}

function earlierDoubt(action: JudgedAction, ended: UnrecordedEnd | null): string {
  return ended === "not_started" && action.doubts > 0 ? "An earlier attempt may have happened." : "";
}

const WHY: Record<AskCause, (action: JudgedAction) => string> = {
  foreign_status: () => "Notwice does not know this word, so a person decides.",
  no_policy: (action) => `There is no policy for this kind, ${action.kind}.`,
  broken_policy: (action) => `The policy for ${action.kind} cannot be read, so a person decides.`,
  stale: (action) => `The policy for ${action.kind} is to ask a person.`,
  failed_in_doubt: (action) => `The policy for ${action.kind} is to ask a person.`,
  failed_for_good: () => "The worker says that trying again is pointless.",
  no_payload: () => "It was stored without a payload, so there is nothing that could be handed to a worker again.",
  never_signed: (action) => `The kind ${action.kind} needs a signature before it is sent, and this action has none.`,
  attempts_used: () => "The automatic attempts are used up.",
  window_over: () =>
    "Another attempt could start after the provider has forgotten the first, and would then be sent twice.",
  backoff_too_long: (action) =>
    `The policy for ${action.kind} waits longer between attempts than a release may stay unused.`,
  no_check: (action) => `The policy for ${action.kind} is to ask the provider, but the check is not set up.`,
  predecessor_landed: () =>
    "An earlier version of this was reported to have arrived: whatever is sent now is sent beside it.",
  checks_used: () => "The provider was asked as often as the policy says, and gave no clear answer.",
};
