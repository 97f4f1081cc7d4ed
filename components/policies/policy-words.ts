import type { FieldChange, PolicyFields, Revision } from "#lib/policies/contract.ts";

export const RECOVERY_WORDS = {
  retry: "Provider removes duplicates",
  verify: "Can be checked",
  ask: "Neither",
} as const satisfies Record<PolicyFields["recovery"], string>;

export const GATE_WORDS = {
  never: "No: workers send at once",
  before_send: "Yes: held until someone signs",
} as const satisfies Record<PolicyFields["gate"], string>;

export const NUDGE_WORDS = {
  worker: "Workers listen",
  webhook: "By webhook",
  none: "Nobody: the job queue delivers again",
} as const satisfies Record<PolicyFields["nudge"], string>;

export const STATE_WORDS = {
  proposed: "Waits for a second admin",
  in_force: "In force",
  rejected: "Turned down",
  withdrawn: "Withdrawn",
  superseded: "Overtaken",
} as const satisfies Record<Revision["state"], string>;

/** Every field by its name in the contract, in the order of the form. */
export const FIELD_WORDS: Readonly<Record<string, string>> = {
  recovery: "What the provider can do",
  staleAfterSeconds: "Stale after",
  maxAttempts: "Automatic tries",
  backoffSeconds: "Pause before a further try",
  providerWindowSeconds: "Provider's key lives",
  verify: "How the provider is asked",
  gate: "First send needs a signature",
  "signOffs.resend": "Signatures for a resend",
  "signOffs.dismiss": "Signatures for a dismissal",
  "signOffs.markHappened": "Signatures for recording that it happened",
  requestTtlSeconds: "Decide by",
  releaseTtlSeconds: "Use by, once approved",
  holdSeconds: "May be taken back for",
  nudge: "Who is told of a release",
  nudgeWebhook: "Webhook",
  redact: "Hidden from all but approvers",
  paused: "Paused",
};

export function fieldWord(field: string): string {
  return FIELD_WORDS[field] ?? field;
}

const SPANS = [
  { unit: "d", seconds: 86_400 },
  { unit: "h", seconds: 3600 },
  { unit: "min", seconds: 60 },
] as const;

/** Exact: 5400 → "90 min". */
export function saySpan(seconds: number): string {
  const fit = SPANS.find((each) => seconds >= each.seconds && seconds % each.seconds === 0);
  return fit ? `${seconds / fit.seconds} ${fit.unit}` : `${seconds} s`;
}

const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  recovery: RECOVERY_WORDS,
  gate: GATE_WORDS,
  nudge: NUDGE_WORDS,
};

/** One value of one field, as it is shown; a rule as its JSON. */
export function sayValue(field: string, value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return field.endsWith("Seconds") ? saySpan(value) : String(value);
  if (typeof value === "string") return WORDS[field]?.[value] ?? value;
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  return JSON.stringify(value);
}

export function sayChange({ field, before, after }: FieldChange): string {
  return `${fieldWord(field)}: ${sayValue(field, before)} → ${sayValue(field, after)}`;
}

export function flatFields({ signOffs, ...fields }: PolicyFields): [string, unknown][] {
  const all: Record<string, unknown> = {
    ...fields,
    "signOffs.resend": signOffs.resend,
    "signOffs.dismiss": signOffs.dismiss,
    "signOffs.markHappened": signOffs.markHappened,
  };
  return Object.keys(FIELD_WORDS).map((field) => [field, all[field]]);
}
