import type { RequestState, RequestType } from "#lib/reviews/contract.ts";

/** After "… asks for". */
export const ASKS_FOR: Record<RequestType, string> = {
  send: "a first send",
  resend: "one more attempt",
  dismiss: "closing without sending",
  mark_happened: "recording that it happened",
};

/** What became of a request. */
export const REQUEST_STATE_WORDS: Record<RequestState, string> = {
  pending: "Awaiting sign-off",
  approved: "Approved",
  rejected: "Turned down",
  withdrawn: "Withdrawn",
  expired: "Lapsed",
  superseded: "Overtaken by events",
};

export const END_REASON_WORDS: Readonly<Record<string, string>> = {
  landed_late: "The worker reported late that it did happen.",
  verified: "The provider says that it did happen.",
  evidence_changed: "What is known about the attempt has changed.",
  policy_changed: "The policy for this kind has changed.",
  action_changed: "The action has changed.",
};
