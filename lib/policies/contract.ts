import { z } from "zod";
import { nudgeWebhookSchema } from "#lib/nudges/contract.ts";
import { verifyRuleSchema } from "#lib/verification/contract.ts";

export const RECOVERIES = ["retry", "verify", "ask"] as const;
export const GATES = ["never", "before_send"] as const;
export const NUDGES = ["none", "worker", "webhook"] as const;
export const REVISION_STATES = ["proposed", "in_force", "rejected", "withdrawn", "superseded"] as const;

const MAX_REASON_CHARS = 500;
const MAX_NOTE_CHARS = 4000;
const MAX_SECONDS = 366 * 86_400;
const MAX_COUNT = 100;
const MAX_REDACTED_PATHS = 100;
const MAX_KIND_CHARS = 200;

const seconds = z.number().int().nonnegative();
const count = z.number().int().nonnegative();
const settings = z.record(z.string(), z.unknown());
const kind = z.string().regex(/^\S+$/, "may hold no white space");

/** What is to be done with a stale or failed action of one kind. */
export const policySchema = z.object({
  kind,
  recovery: z.enum(RECOVERIES).default("ask"),
  /** Longer than the longest plausible execution. */
  staleAfterSeconds: seconds.min(1).default(900),
  /** Automatic attempts, definite failures included; an approved resend has its one attempt whatever the count. */
  maxAttempts: count.min(1).default(3),
  /** Before the second attempt; doubled before each one after it. */
  backoffSeconds: seconds.default(60),
  /** How long the provider honours the same key, from the first attempt. */
  providerWindowSeconds: seconds.default(86_400),
  /** How to ask the provider; null where it cannot be asked. */
  verify: verifyRuleSchema.nullable().default(null),
  gate: z.enum(GATES).default("never"),
  signOffs: z
    .object({ resend: count.default(1), dismiss: count.default(0), markHappened: count.default(0) })
    .prefault({}),
  requestTtlSeconds: seconds.min(1).default(86_400),
  releaseTtlSeconds: seconds.min(1).default(3600),
  /** After the last sign-off, how long the release can be taken back before anyone may claim it. */
  holdSeconds: seconds.default(30),
  nudge: z.enum(NUDGES).default("worker"),
  nudgeWebhook: settings.nullable().default(null),
  /** Paths of the payload that only approvers see. */
  redact: z.array(z.string()).default([]),
  paused: z.boolean().default(false),
  version: z.number().int().positive().default(1),
});
export type Policy = z.infer<typeof policySchema>;

/** A stored policy that no longer parses: it counts as `ask`, and the desk says which fields are wrong. */
export const brokenPolicySchema = z.object({ kind: z.string(), brokenFields: z.array(z.string()) });
export type BrokenPolicy = z.infer<typeof brokenPolicySchema>;

export type StoredPolicy = Policy | BrokenPolicy;

export function isBroken(policy: StoredPolicy): policy is BrokenPolicy {
  return "brokenFields" in policy;
}

/** What an admin edits of a policy; a revision keeps all of them. */
export const policyFieldsSchema = policySchema.omit({ kind: true, version: true });
export type PolicyFields = z.infer<typeof policyFieldsSchema>;

const personSchema = z.object({ id: z.string(), name: z.string() });

/** One field that differs; a sign-off count is named `signOffs.resend`. */
export const fieldChangeSchema = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });
export type FieldChange = z.infer<typeof fieldChangeSchema>;

export const proposalSchema = z.object({
  revisionId: z.string(),
  version: z.number().int(),
  proposedBy: personSchema,
  proposedAt: z.iso.datetime(),
});

export const policyRowSchema = z.object({
  kind: z.string(),
  /** `none`: seen in the data, people decide. `broken`: cannot be read, people decide. */
  state: z.enum(["in_force", "broken", "none"]),
  brokenFields: z.array(z.string()),
  /** For `none` the defaults; for `broken` whatever could be read. */
  fields: policyFieldsSchema,
  /** 0 where there is no policy yet: what the first edit submits. */
  version: z.number().int(),
  /** In the future for a minute after a loosening: until then the stricter of the two binds. */
  effectiveAt: z.iso.datetime().nullable(),
  updatedBy: personSchema.nullable(),
  updatedAt: z.iso.datetime().nullable(),
  openReviews: z.number().int(),
  proposal: proposalSchema.nullable(),
});
export type PolicyRow = z.infer<typeof policyRowSchema>;

/** Kinds without a policy first, then the ones with most open reviews. */
export const policyListSchema = z.object({ items: z.array(policyRowSchema), at: z.iso.datetime() });
export type PolicyList = z.infer<typeof policyListSchema>;

export const revisionSchema = z.object({
  id: z.string(),
  version: z.number().int(),
  state: z.enum(REVISION_STATES),
  fields: policyFieldsSchema,
  /** Against the revision in force before it. */
  changes: z.array(fieldChangeSchema),
  reason: z.string().nullable(),
  loosens: z.boolean(),
  proposedBy: personSchema,
  proposedAt: z.iso.datetime(),
  approvedBy: personSchema.nullable(),
  decidedBy: personSchema.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  note: z.string().nullable(),
  effectiveAt: z.iso.datetime().nullable(),
});
export type Revision = z.infer<typeof revisionSchema>;

const permissionSchema = z.discriminatedUnion("allowed", [
  z.object({ allowed: z.literal(true) }),
  z.object({ allowed: z.literal(false), because: z.string() }),
]);

export const policyDetailSchema = policyRowSchema.extend({
  /** Newest first. */
  revisions: z.array(revisionSchema),
  viewer: z.object({ edit: permissionSchema, sign: permissionSchema.nullable() }),
  at: z.iso.datetime(),
});
export type PolicyDetail = z.infer<typeof policyDetailSchema>;

export const policyPreviewSchema = z.object({
  changes: z.array(fieldChangeSchema),
  /** What saving would be refused for. */
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
  /** What is allowed and probably not meant. */
  remarks: z.array(z.object({ field: z.string(), message: z.string() })),
  /** Fields by which it loosens what is in force. */
  loosens: z.array(z.string()),
  needsSecondAdmin: z.boolean(),
  takesEffectAfterSeconds: z.number().int(),
  waiting: z.object({
    inFlight: z.number().int(),
    /** In flight for longer than the limit: stale at once, were they claimed under it. */
    inFlightPastLimit: z.number().int(),
    openReviews: z.number().int(),
    /** Of the open reviews: under these fields they would have been tried again, or checked, without a person. */
    wouldHaveRetried: z.number().int(),
    wouldHaveBeenChecked: z.number().int(),
    pendingRequests: z.number().int(),
    pendingNeedingMore: z.number().int(),
    pendingSuperseded: z.number().int(),
  }),
  lastWeek: z.object({
    succeeded: z.number().int(),
    /** Took longer than the limit. */
    slowerThanLimit: z.number().int(),
    longestSeconds: z.number().nullable(),
  }),
  at: z.iso.datetime(),
});
export type PolicyPreview = z.infer<typeof policyPreviewSchema>;

export const editPolicyAnswerSchema = z.object({
  kind: z.string(),
  /** `proposed`: it loosens, and a second admin has to sign it. */
  outcome: z.enum(["in_force", "proposed"]),
  revisionId: z.string(),
  version: z.number().int(),
  loosens: z.array(z.string()),
  effectiveAt: z.iso.datetime().nullable(),
});
export type EditPolicyAnswer = z.infer<typeof editPolicyAnswerSchema>;

export const signRevisionAnswerSchema = z.object({
  kind: z.string(),
  revisionId: z.string(),
  version: z.number().int(),
  outcome: z.enum(["in_force", "rejected", "withdrawn"]),
  effectiveAt: z.iso.datetime().nullable(),
  at: z.iso.datetime(),
});
export type SignRevisionAnswer = z.infer<typeof signRevisionAnswerSchema>;

// Inputs.

const inputSeconds = seconds.max(MAX_SECONDS, "may be a year at most");
const inputCount = count.max(MAX_COUNT);

/** Only what is given changes; a name that is none of ours is refused. */
export const givenFieldsSchema = z
  .strictObject({
    recovery: z.enum(RECOVERIES, "is retry, verify or ask"),
    staleAfterSeconds: inputSeconds.min(1, "is at least one second"),
    maxAttempts: inputCount.min(1),
    backoffSeconds: inputSeconds,
    providerWindowSeconds: inputSeconds,
    verify: verifyRuleSchema.nullable(),
    gate: z.enum(GATES, "is never or before_send"),
    signOffs: z.strictObject({ resend: inputCount, dismiss: inputCount, markHappened: inputCount }).partial(),
    requestTtlSeconds: inputSeconds.min(1),
    releaseTtlSeconds: inputSeconds.min(1),
    holdSeconds: inputSeconds,
    nudge: z.enum(NUDGES, "is none, worker or webhook"),
    nudgeWebhook: nudgeWebhookSchema.nullable(),
    redact: z.array(z.string().trim().min(1)).max(MAX_REDACTED_PATHS),
    paused: z.boolean(),
  })
  .partial();
export type GivenFields = z.infer<typeof givenFieldsSchema>;

export const kindParamSchema = z.object({ kind: kind.max(MAX_KIND_CHARS) });

export const editPolicyInputSchema = z.object({
  fields: givenFieldsSchema,
  reason: z.string().trim().min(1, "Say why.").max(MAX_REASON_CHARS),
  /** The version on screen; 0 for a kind without a policy. */
  version: z.number().int().nonnegative(),
});
export type EditPolicyInput = z.infer<typeof editPolicyInputSchema>;

export const previewPolicyInputSchema = z.object({ fields: givenFieldsSchema });

export const signRevisionInputSchema = z
  .object({
    revisionId: z.uuid(),
    /** `withdraw` is its proposer's, the others are another admin's. */
    verdict: z.enum(["approve", "reject", "withdraw"]),
    /** Of the policy that was in force when it was looked at. */
    version: z.number().int().nonnegative(),
    note: z.string().trim().min(1).max(MAX_NOTE_CHARS).optional(),
  })
  .refine((input) => input.verdict !== "reject" || input.note !== undefined, {
    path: ["note"],
    message: "Say why you turn it down.",
  });
export type SignRevisionInput = z.infer<typeof signRevisionInputSchema>;
