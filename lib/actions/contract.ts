import { z } from "zod";

const SHORT_KEY_CHARS = 10;

/** How an action is named on screen. */
export function shortKey(key: string): string {
  return key.slice(0, SHORT_KEY_CHARS);
}

export const ACTION_STATUSES = ["held", "in_flight", "released", "succeeded", "failed", "dismissed"] as const;

/** A row adopted from elsewhere may carry a word that is none of ours until the reaper turns it. */
export const actionStatusSchema = z.enum(ACTION_STATUSES).or(z.string());

export const failureSchema = z.enum(["did_not_happen", "may_have_happened"]);
export type Failure = z.infer<typeof failureSchema>;

export const duplicateSchema = z.enum(["suspected", "confirmed"]);

export const actionKeyParamSchema = z.object({ key: z.string().min(1).max(512) });

/** What an action looks like in any list: enough to know it by. */
export const actionRowSchema = z.object({
  actionKey: z.string(),
  shortKey: z.string(),
  kind: z.string(),
  runId: z.string(),
  step: z.number().int().nullable(),
  target: z.string().nullable(),
  /** One line from the payload (its subject, title, number …); null where there is none, or none this viewer may see. */
  summary: z.string().nullable(),
  status: actionStatusSchema,
  failure: failureSchema.nullable(),
  doubts: z.number().int(),
  attempt: z.number().int(),
  duplicate: duplicateSchema.nullable(),
});
export type ActionRow = z.infer<typeof actionRowSchema>;

/** How likely another attempt is to repeat the effect. */
export const riskSchema = z.object({
  word: z.enum(["safe", "deduped", "check_first", "may_duplicate"]),
  why: z.string(),
  /** For `deduped`: until when the provider recognises the key. */
  until: z.iso.datetime().nullable(),
});
export type Risk = z.infer<typeof riskSchema>;

export const ATTEMPT_OUTCOMES = [
  "running",
  "succeeded",
  "not_started",
  "did_not_happen",
  "may_have_happened",
  "landed",
  "not_recorded",
] as const;

/** The kinds of sign that an attempt can leave of how far it got. */
export const TRACES = ["not_started", "nothing_begun", "phase", "began", "completed", "unknown"] as const;
export type Trace = (typeof TRACES)[number];

/** One attempt. The newest may still run, or have succeeded plainly: then `endedBy` is null. */
export const attemptSchema = z.object({
  attempt: z.number().int(),
  worker: z.string().nullable(),
  startedAt: z.iso.datetime().nullable(),
  deadlineAt: z.iso.datetime().nullable(),
  /** When the worker marked the point of no return; null where it did not, or cannot. */
  effectStartedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  endedBy: z.enum(["worker", "reaper", "late_report"]).nullable(),
  /** How far it got, as the worker named it (for mail: connecting … body_sent, replied). */
  phase: z.string().nullable(),
  trace: z.enum(TRACES),
  /** The same in words: "Body handed over". */
  reached: z.string(),
  outcome: z.enum(ATTEMPT_OUTCOMES),
  errorMessage: z.string().nullable(),
  error: z.unknown(),
  late: z
    .object({ outcome: z.enum(["landed", "did_not_happen"]), at: z.iso.datetime(), error: z.unknown() })
    .nullable(),
});
export type Attempt = z.infer<typeof attemptSchema>;

export const runStepSchema = actionRowSchema.extend({
  /** Null in an adopted row whose time is no time. */
  attemptedAt: z.iso.datetime().nullable(),
  completedAt: z.iso.datetime().nullable(),
  /** The newest review of this action, to link to. */
  reviewId: z.string().nullable(),
  isThis: z.boolean(),
});
export type RunStep = z.infer<typeof runStepSchema>;

export const payloadViewSchema = z.object({
  /** The stored bytes as text, exactly; null where there are none or this viewer may not see all of them. */
  text: z.string().nullable(),
  /** The same, parsed, with the hidden fields taken out. */
  value: z.unknown(),
  hash: z.string().nullable(),
  bytes: z.number().int().nullable(),
  /** Paths that only approvers see; empty for them. */
  hiddenPaths: z.array(z.string()),
});
export type PayloadView = z.infer<typeof payloadViewSchema>;

const versionSchema = z.object({
  actionKey: z.string(),
  shortKey: z.string(),
  reviewId: z.string().nullable(),
  status: actionStatusSchema,
});

export const actionDetailSchema = actionRowSchema.extend({
  attemptedAt: z.iso.datetime().nullable(),
  firstAttemptedAt: z.iso.datetime().nullable(),
  completedAt: z.iso.datetime().nullable(),
  deadlineAt: z.iso.datetime().nullable(),
  claimedBy: z.string().nullable(),
  twoPhase: z.boolean(),
  settledBy: z.string().nullable(),
  result: z.unknown(),
  resultOmitted: z.string().nullable(),
  lateAttempt: z.number().int().nullable(),
  release: z
    .object({
      reason: z.string(),
      requestId: z.string().nullable(),
      releasedAt: z.iso.datetime(),
      /** Nobody may claim it before; until then and until it is claimed it can be taken back. */
      claimableAt: z.iso.datetime().nullable(),
      expiresAt: z.iso.datetime().nullable(),
    })
    .nullable(),
  replacedBy: z.string().nullable(),
  /** The version that it replaces, to compare the bytes with; and the one that replaced it. */
  replaces: versionSchema.extend({ target: z.string().nullable(), payload: payloadViewSchema }).nullable(),
  replacement: versionSchema.nullable(),
  payload: payloadViewSchema,
  attempts: z.array(attemptSchema),
  runSteps: z.array(runStepSchema),
});
export type ActionDetail = z.infer<typeof actionDetailSchema>;

const MAX_REASON_CHARS = 500;
const MAX_TARGET_CHARS = 1000;

/** A new payload, and where the kind has one beside it, a new target. Nothing else of an action can be edited. */
export const editActionInputSchema = z.object({
  payload: z.custom<z.core.util.JSONType>((given) => given !== undefined, "Give the payload as it is to be sent."),
  target: z.string().min(1).max(MAX_TARGET_CHARS).optional(),
  reason: z.string().trim().min(1, "Say why.").max(MAX_REASON_CHARS),
  /** What was on screen when it was edited. */
  version: z.number().int().positive(),
  payloadHash: z.string().nullable(),
});
export type EditActionInput = Omit<z.infer<typeof editActionInputSchema>, "payload"> & { payload: unknown };

/** Made of what never changes again, so that a repeat gets the same body. */
export const editAnswerSchema = z.object({
  actionKey: z.string(),
  replacedKey: z.string(),
  payloadHash: z.string().nullable(),
  reviewId: z.string(),
  requestId: z.string(),
  at: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type EditAnswer = z.infer<typeof editAnswerSchema>;

export const duplicateListSchema = z.object({
  items: z.array(
    z.object({
      shortKey: z.string(),
      kind: z.string(),
      runId: z.string(),
      target: z.string().nullable(),
      attempt: z.number().int(),
      completedAt: z.iso.datetime().nullable(),
      reviewId: z.string().nullable(),
    }),
  ),
  /** All of them, also those beyond the list. */
  total: z.number().int(),
});
export type DuplicateList = z.infer<typeof duplicateListSchema>;
