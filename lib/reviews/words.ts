import type { RequestState, RequestType, Resolution, ReviewState } from "./contract.ts";

/** After "asks for" and "approved". */
export const TYPE_WORDS: Readonly<Record<RequestType, string>> = {
  send: "a first send",
  resend: "a resend",
  dismiss: "a dismissal",
  mark_happened: "recording that it happened",
};

const TYPES = new Map<unknown, string>(Object.entries(TYPE_WORDS));

/** Of an audit row, which says what it says. */
export function typeWords(type: unknown): string {
  return TYPES.get(type) ?? "the request";
}

/** Requests expire and are superseded; only releases lapse. */
export const REQUEST_STATE_WORDS: Readonly<Record<RequestState, string>> = {
  pending: "Awaiting sign-off",
  approved: "Approved",
  rejected: "Turned down",
  withdrawn: "Withdrawn",
  expired: "Expired",
  superseded: "Superseded",
};

/** After "This case is". */
export const CASE_WORDS: Readonly<Record<Exclude<ReviewState, "closed"> | Resolution, string>> = {
  open: "open",
  released: "released",
  sent: "closed: a worker took it",
  dismissed: "dismissed",
  marked_happened: "recorded as happened",
  landed_late: "closed: the worker reported late that it happened",
  verified: "closed: the provider says that it happened",
  superseded: "closed: another took its place",
};

/** After "This action is". */
const ACTION_WORDS: ReadonlyMap<string, string> = new Map([
  ["held", "held"],
  ["in_flight", "in flight"],
  ["released", "released"],
  ["succeeded", "done"],
  ["failed", "failed"],
  ["dismissed", "dismissed"],
]);

export function actionWords(status: string): string {
  return ACTION_WORDS.get(status) ?? "in a state that Notwice does not know";
}

/** Why a request was superseded. */
const END_REASON_WORDS = {
  landed_late: "The worker reported that it did arrive. Nothing is sent again.",
  verified: "The provider says that it did arrive. Nothing is sent again.",
  evidence_changed: "What is known about the attempt has changed.",
  policy_changed: "The policy for this kind has changed.",
  action_changed: "The action has changed.",
  released_by_policy: "The policy for this kind released it by itself.",
  edited: "What is to be sent was edited: the edited version is decided instead.",
  predecessor_landed: "An earlier version of this was reported to have arrived.",
  run_cancelled: "Its run was cancelled.",
} as const;
export type EndReason = keyof typeof END_REASON_WORDS;

const END_REASONS = new Map<string, string>(Object.entries(END_REASON_WORDS));

/** Null where there is nothing to add: that it expired, its state says. */
export function endReasonWords(reason: string | null): string | null {
  if (reason === null || reason === "expired") return null;
  return END_REASONS.get(reason) ?? "The case has changed.";
}
