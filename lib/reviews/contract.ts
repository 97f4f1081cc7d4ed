import { z } from "zod";
import { actionDetailSchema, actionRowSchema, riskSchema } from "#lib/actions/contract.ts";
import { auditEntrySchema } from "#lib/audit/contract.ts";
import { verificationSchema } from "#lib/verification/contract.ts";

export { type Risk, riskSchema } from "#lib/actions/contract.ts";

const MAX_REASON_CHARS = 500;
const MAX_NOTE_CHARS = 4000;

export const RESOLUTIONS = ["sent", "dismissed", "marked_happened", "landed_late", "verified", "superseded"] as const;
export const REQUEST_TYPES = ["send", "resend", "dismiss", "mark_happened"] as const;
export const REQUEST_STATES = ["pending", "approved", "rejected", "withdrawn", "expired", "superseded"] as const;

/** The lists of the desk. The last three, with `awaiting_sign_off`, are the approvals page. */
export const TABS = [
  "needs_decision",
  "did_not_happen",
  "awaiting_sign_off",
  "released",
  "mine",
  "closed",
  "all",
  "to_sign",
  "asked",
  "decided",
] as const;

export const reviewStateSchema = z.enum(["open", "released", "closed"]);
export const resolutionSchema = z.enum(RESOLUTIONS);
export const requestTypeSchema = z.enum(REQUEST_TYPES);
export const requestStateSchema = z.enum(REQUEST_STATES);
export const verdictSchema = z.enum(["approve", "reject"]);
export const tabSchema = z.enum(TABS);
export type ReviewState = z.infer<typeof reviewStateSchema>;
export type Resolution = z.infer<typeof resolutionSchema>;
export type RequestType = z.infer<typeof requestTypeSchema>;
export type RequestState = z.infer<typeof requestStateSchema>;
export type Verdict = z.infer<typeof verdictSchema>;
export type Tab = z.infer<typeof tabSchema>;

export const personSchema = z.object({ id: z.string(), name: z.string() });
export type Person = z.infer<typeof personSchema>;

export const signOffSchema = z.object({
  approver: personSchema,
  verdict: verdictSchema,
  note: z.string().nullable(),
  at: z.iso.datetime(),
});

export const requestSchema = z.object({
  id: z.string(),
  type: requestTypeSchema,
  state: requestStateSchema,
  requestedBy: personSchema,
  editedBy: personSchema.nullable(),
  reason: z.string(),
  note: z.string().nullable(),
  reference: z.string().nullable(),
  requestedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  signOffsNeeded: z.number().int(),
  signOffs: z.array(signOffSchema),
  decidedAt: z.iso.datetime().nullable(),
  decidedBy: personSchema.nullable(),
  /** Why it ended without a verdict: landed_late, evidence_changed, policy_changed, action_changed … */
  endReason: z.string().nullable(),
});
export type ReviewRequest = z.infer<typeof requestSchema>;

export const reviewRowSchema = actionRowSchema.extend({
  id: z.string(),
  state: reviewStateSchema,
  resolution: resolutionSchema.nullable(),
  version: z.number().int(),
  payloadHash: z.string().nullable(),
  /** How far the newest ended attempt got: the worker's word for it, and ours. */
  phase: z.string().nullable(),
  reached: z.string(),
  /** Why it is here: a word to group by, and a sentence. */
  cause: z.string().nullable(),
  reason: z.string().nullable(),
  /** How likely another attempt is to repeat the effect; null once there is none to make. */
  risk: riskSchema.nullable(),
  openedAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
  /** When the pending request expires. */
  decideBy: z.iso.datetime().nullable(),
  claimableAt: z.iso.datetime().nullable(),
  releaseExpiresAt: z.iso.datetime().nullable(),
  assignee: personSchema.nullable(),
  pendingRequest: requestSchema.nullable(),
  /** The last that a signature approved or rejected. */
  decidedRequest: requestSchema.nullable(),
  /** A worker reported about an attempt that was no longer its own. */
  heardLate: z.boolean(),
});
export type ReviewRow = z.infer<typeof reviewRowSchema>;

export const reviewListSchema = z.object({
  items: z.array(reviewRowSchema),
  /** From the same conditions and the same snapshot as `items`; exact unless `totalIsCapped`. */
  total: z.number().int(),
  totalIsCapped: z.boolean(),
  nextCursor: z.string().nullable(),
  at: z.iso.datetime(),
});
export type ReviewList = z.infer<typeof reviewListSchema>;

/** One number per list of the desk, for tabs and navigation; one more than `COUNT_CAP` says that there are more. */
export const reviewCountsSchema = z.record(z.enum(TABS).exclude(["closed", "all", "decided"]), z.number().int());
export type ReviewCounts = z.infer<typeof reviewCountsSchema>;

/** `role`: this viewer never may, leave it out. `rule` and `state`: show it with the sentence. */
export const permissionSchema = z.discriminatedUnion("allowed", [
  z.object({ allowed: z.literal(true) }),
  z.object({ allowed: z.literal(false), blockedBy: z.enum(["role", "rule", "state"]), because: z.string() }),
]);
export type ViewerPermission = z.infer<typeof permissionSchema>;

export const viewerSchema = z.object({
  send: permissionSchema,
  resend: permissionSchema,
  dismiss: permissionSchema,
  mark_happened: permissionSchema,
  sign: permissionSchema,
  withdraw: permissionSchema,
  takeBack: permissionSchema,
  reopen: permissionSchema,
  edit: permissionSchema,
});
export type Viewer = z.infer<typeof viewerSchema>;

export const reviewDetailSchema = z.object({
  review: reviewRowSchema,
  /** What is known, then what is not, in words. */
  verdict: z.string(),
  action: actionDetailSchema,
  /** Newest first; the first may be pending. */
  requests: z.array(requestSchema),
  /** Oldest first: the action's, the review's and the requests' rows. */
  timeline: z.array(auditEntrySchema),
  /** What people said, oldest first; an entry of the timeline names one as `comment_id`. */
  comments: z.array(z.object({ id: z.string(), author: personSchema, body: z.string(), at: z.iso.datetime() })),
  /** What the provider was asked and said, newest first; without its words where this viewer may not see the payload. */
  verifications: z.array(verificationSchema),
  /** The rules of this kind as they bind this action. */
  rules: z.object({
    recovery: z.enum(["retry", "verify", "ask"]),
    gate: z.enum(["never", "before_send"]),
    nudge: z.enum(["none", "worker", "webhook"]),
    paused: z.boolean(),
    /** How many sign-offs each type would need now; 0 takes effect at once. */
    signOffs: z.record(requestTypeSchema, z.number().int()),
    holdSeconds: z.number().int(),
    requestTtlSeconds: z.number().int(),
    releaseTtlSeconds: z.number().int(),
  }),
  viewer: viewerSchema,
  /** Approvers who could still sign the pending request. */
  couldSign: z.array(personSchema),
  at: z.iso.datetime(),
});
export type ReviewDetail = z.infer<typeof reviewDetailSchema>;

// A decision's answer is made of what never changes again, so that a repeat gets the same body.

export const requestAnswerSchema = z.object({
  requestId: z.string(),
  reviewId: z.string(),
  type: requestTypeSchema,
  /** `approved`: no sign-off was needed, it has taken effect. */
  outcome: z.enum(["pending", "approved"]),
  at: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type RequestAnswer = z.infer<typeof requestAnswerSchema>;

export const signOffAnswerSchema = z.object({
  requestId: z.string(),
  reviewId: z.string(),
  verdict: verdictSchema,
  /** `recorded`: further sign-offs are needed. */
  outcome: z.enum(["recorded", "approved", "rejected"]),
  at: z.iso.datetime(),
});
export type SignOffAnswer = z.infer<typeof signOffAnswerSchema>;

export const decisionAnswerSchema = z.object({
  reviewId: z.string(),
  requestId: z.string().nullable(),
  outcome: z.enum(["withdrawn", "taken_back", "reopened"]),
  at: z.iso.datetime(),
});
export type DecisionAnswer = z.infer<typeof decisionAnswerSchema>;

export const commentAnswerSchema = z.object({ reviewId: z.string(), commentId: z.string(), at: z.iso.datetime() });
export type CommentAnswer = z.infer<typeof commentAnswerSchema>;

export const assignAnswerSchema = z.object({ reviewId: z.string(), assignee: personSchema.nullable() });
export type AssignAnswer = z.infer<typeof assignAnswerSchema>;

// Inputs. Decisions also take the header Idempotency-Key.

const reason = z.string().trim().min(1, "Say why.").max(MAX_REASON_CHARS);
const note = z.string().trim().min(1).max(MAX_NOTE_CHARS);

/** What was on screen when the decision was made. */
const seen = { version: z.number().int().positive(), payloadHash: z.string().nullable() };

export const idParamSchema = z.object({ id: z.uuid() });

export const createRequestInputSchema = z
  .object({
    type: requestTypeSchema,
    reason,
    note: note.optional(),
    /** The evidence: an id, a link or a name. */
    reference: z.string().trim().min(1).max(MAX_REASON_CHARS).optional(),
    ...seen,
  })
  .refine((input) => input.type !== "mark_happened" || input.reference !== undefined, {
    path: ["reference"],
    message: "Say where you saw it: an id, a link or a name.",
  });
export type CreateRequestInput = z.infer<typeof createRequestInputSchema>;

export const signOffInputSchema = z
  .object({ verdict: verdictSchema, note: note.optional(), ...seen })
  .refine((input) => input.verdict === "approve" || input.note !== undefined, {
    path: ["note"],
    message: "Say why you turn it down.",
  });
export type SignOffInput = z.infer<typeof signOffInputSchema>;

/** Of a withdrawal and of a taking back: undoing asks for no reason. */
export const undoInputSchema = z.object({ note: note.optional() });
export type UndoInput = z.infer<typeof undoInputSchema>;

export const reopenInputSchema = z.object({ reason, version: seen.version });
export type ReopenInput = z.infer<typeof reopenInputSchema>;

export const addCommentInputSchema = z.object({ body: note });
export type AddCommentInput = z.infer<typeof addCommentInputSchema>;

export const assignInputSchema = z.object({ assigneeId: z.string().min(1).nullable() });
export type AssignInput = z.infer<typeof assignInputSchema>;
