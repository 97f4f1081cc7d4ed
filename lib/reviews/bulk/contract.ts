import { z } from "zod";
import {
  permissionSchema,
  personSchema,
  requestTypeSchema,
  reviewRowSchema,
  riskSchema,
  tabSchema,
  verdictSchema,
} from "../contract.ts";
import { reviewFilterSchema } from "../lists/contract.ts";

/** Decided in one transaction, and read before it is signed: more is a filter that nobody meant. */
export const MAX_BULK_ITEMS = 1000;
const MAX_PACE_SECONDS = 300;
const MAX_REASON_CHARS = 500;
const MAX_NOTE_CHARS = 4000;

/** Of one item. `left_out`: not in the set; `refused`: asked for and not done; `not_attempted`: stopped or lapsed. */
export const ITEM_OUTCOMES = ["left_out", "waiting", "done", "refused", "not_attempted"] as const;
export const bulkStateSchema = z.enum(["draft", "pending", "stopped"]);
export const itemOutcomeSchema = z.enum(ITEM_OUTCOMES);
export type ItemOutcome = z.infer<typeof itemOutcomeSchema>;

/** `ask`: one request per item in its maker's name. `sign`: requests already pending, to be signed together. */
export const bulkFormSchema = z.enum(["ask", "sign"]);

/** asked = done + refused + waiting + notAttempted */
export const bulkCountsSchema = z.object({
  asked: z.number().int(),
  done: z.number().int(),
  refused: z.number().int(),
  waiting: z.number().int(),
  notAttempted: z.number().int(),
  leftOut: z.number().int(),
});
export type BulkCounts = z.infer<typeof bulkCountsSchema>;

export const bulkRowSchema = z.object({
  id: z.string(),
  form: bulkFormSchema,
  type: requestTypeSchema,
  state: bulkStateSchema,
  requestedBy: personSchema,
  /** Empty while it is a draft, and for a set of requests that have their own. */
  reason: z.string(),
  frozenAt: z.iso.datetime(),
  askedAt: z.iso.datetime().nullable(),
  stoppedAt: z.iso.datetime().nullable(),
  stoppedBy: personSchema.nullable(),
  counts: bulkCountsSchema,
});
export type BulkRow = z.infer<typeof bulkRowSchema>;

export const bulkListSchema = z.object({
  items: z.array(bulkRowSchema),
  nextCursor: z.string().nullable(),
  at: z.iso.datetime(),
});
export type BulkList = z.infer<typeof bulkListSchema>;

/** Why something is not done: a code, a sentence, and who was first. */
export const itemReasonSchema = z.object({
  code: z.string(),
  because: z.string(),
  by: z.string().nullable(),
  at: z.iso.datetime().nullable(),
});
export type ItemReason = z.infer<typeof itemReasonSchema>;

export const bulkItemSchema = z.object({
  position: z.number().int(),
  outcome: itemOutcomeSchema,
  /** Of `left_out`, `refused` and `not_attempted`. */
  reason: itemReasonSchema.nullable(),
  /** When it became what it is; null while it waits. */
  at: z.iso.datetime().nullable(),
  /** What was seen when the set was frozen. */
  frozen: z.object({
    version: z.number().int(),
    payloadHash: z.string().nullable(),
    risk: riskSchema.shape.word.nullable(),
  }),
  requestId: z.string().nullable(),
  /** While it waits for signatures: whether this viewer may give one. */
  sign: permissionSchema.nullable(),
  /** The case as it is now. */
  review: reviewRowSchema,
});
export type BulkItem = z.infer<typeof bulkItemSchema>;

const bulkSignOffSchema = z.object({
  approver: personSchema,
  verdict: verdictSchema,
  note: z.string().nullable(),
  at: z.iso.datetime(),
  signed: z.number().int(),
  decided: z.number().int(),
  refused: z.number().int(),
});

export const bulkDetailSchema = bulkRowSchema.extend({
  note: z.string().nullable(),
  reference: z.string().nullable(),
  /** What the set was found by; null where rows were chosen. */
  filter: z.record(z.string(), z.unknown()).nullable(),
  paceSeconds: z.number(),
  /** Of the asked ones, when they were frozen. */
  risks: z.record(riskSchema.shape.word, z.number().int()),
  first: bulkItemSchema.nullable(),
  last: bulkItemSchema.nullable(),
  /** How many of the asked ones took, or would take, effect without a second person. */
  needNoSignOff: z.number().int(),
  /** When the first pending request expires. */
  decideBy: z.iso.datetime().nullable(),
  /** When the last release becomes claimable. */
  lastClaimableAt: z.iso.datetime().nullable(),
  /** How many requests this viewer's signature would be on. */
  signable: z.number().int(),
  signOffs: z.array(bulkSignOffSchema),
  items: z.array(bulkItemSchema),
  nextCursor: z.string().nullable(),
  viewer: z.object({ ask: permissionSchema, sign: permissionSchema, stop: permissionSchema }),
  at: z.iso.datetime(),
});
export type BulkDetail = z.infer<typeof bulkDetailSchema>;

// A decision's answer is made of what never changes again, so that a repeat gets the same body.

export const freezeBulkAnswerSchema = z.object({
  bulkRequestId: z.string(),
  form: bulkFormSchema,
  type: requestTypeSchema,
  asked: z.number().int(),
  leftOut: z.number().int(),
  at: z.iso.datetime(),
});
export type FreezeBulkAnswer = z.infer<typeof freezeBulkAnswerSchema>;

const refusedItemSchema = z.object({ position: z.number().int(), reviewId: z.string() }).extend(itemReasonSchema.shape);

/** asked = pending + approved + refused */
export const askBulkAnswerSchema = z.object({
  bulkRequestId: z.string(),
  asked: z.number().int(),
  pending: z.number().int(),
  /** Took effect at once: no sign-off was needed. */
  approved: z.number().int(),
  refused: z.array(refusedItemSchema),
  at: z.iso.datetime(),
});
export type AskBulkAnswer = z.infer<typeof askBulkAnswerSchema>;

/** waiting = signed + refused; signed = decided + those that need further sign-offs */
export const signBulkAnswerSchema = z.object({
  bulkRequestId: z.string(),
  verdict: verdictSchema,
  signed: z.number().int(),
  decided: z.number().int(),
  refused: z.array(refusedItemSchema),
  at: z.iso.datetime(),
});
export type SignBulkAnswer = z.infer<typeof signBulkAnswerSchema>;

export const stopBulkAnswerSchema = z.object({
  bulkRequestId: z.string(),
  /** Releases taken back before a worker claimed them. */
  takenBack: z.number().int(),
  /** Pending requests of the maker's own, withdrawn. */
  withdrawn: z.number().int(),
  at: z.iso.datetime(),
});
export type StopBulkAnswer = z.infer<typeof stopBulkAnswerSchema>;

// Inputs. All four also take the header Idempotency-Key.

const note = z.string().trim().min(1).max(MAX_NOTE_CHARS);

const seenRow = z.object({ id: z.uuid(), version: z.number().int().positive(), payloadHash: z.string().nullable() });
export type SeenRow = z.infer<typeof seenRow>;

const rows = z
  .array(seenRow)
  .min(1, "Choose at least one.")
  .max(MAX_BULK_ITEMS, `At most ${MAX_BULK_ITEMS} at once.`)
  .refine((chosen) => new Set(chosen.map(({ id }) => id)).size === chosen.length, "Each only once.");

/** As of the list of reviews. A field that is none of its fields is refused: dropped, it would widen the set. */
export const bulkFilterSchema = reviewFilterSchema
  .extend({ tab: tabSchema.optional() })
  .strict()
  .refine(({ tab, ...rest }) => {
    const narrows = Object.values(rest).some((value) => value !== undefined);
    return narrows || (tab !== undefined && tab !== "all" && tab !== "closed" && tab !== "decided");
  }, "An empty filter would take everything: say what you mean.");
export type BulkFilter = z.infer<typeof bulkFilterSchema>;

export const freezeBulkInputSchema = z
  .strictObject({
    /** What to ask for; for `pendingRequests` it is what they ask for. */
    type: requestTypeSchema.optional(),
    /** Rows on screen, with what was seen of each. */
    reviews: rows.optional(),
    /** Everything that the list of reviews finds by this, now. */
    filter: bulkFilterSchema.optional(),
    /** Requests that already wait for sign-off, with what was seen of their reviews. */
    pendingRequests: rows.optional(),
  })
  .superRefine(({ type, reviews, filter, pendingRequests }, context) => {
    const given = [reviews, filter, pendingRequests].filter((set) => set !== undefined);
    if (given.length !== 1) context.addIssue("Give one of reviews, filter and pendingRequests.");
    if (pendingRequests === undefined && type === undefined) {
      context.addIssue({ code: "custom", path: ["type"], message: "Say what to ask for." });
    }
  });
export type FreezeBulkInput = z.infer<typeof freezeBulkInputSchema>;

export const askBulkInputSchema = z.strictObject({
  reason: z.string().trim().min(1, "Say why.").max(MAX_REASON_CHARS),
  note: note.optional(),
  /** The evidence, for `mark_happened`: an id, a link or a name. */
  reference: z.string().trim().min(1).max(MAX_REASON_CHARS).optional(),
  /** From one release to the next. */
  paceSeconds: z.number().min(0).max(MAX_PACE_SECONDS).default(0),
});
export type AskBulkInput = z.infer<typeof askBulkInputSchema>;

export const signBulkInputSchema = z
  .strictObject({ verdict: verdictSchema, note: note.optional() })
  .refine((input) => input.verdict === "approve" || input.note !== undefined, {
    path: ["note"],
    message: "Say why you turn it down.",
  });
export type SignBulkInput = z.infer<typeof signBulkInputSchema>;

export const stopBulkInputSchema = z.strictObject({});

const limit = z.coerce.number().int().min(1).max(100).default(50);

export const listBulkInputSchema = z.object({ cursor: z.string().max(500).optional(), limit });
export type ListBulkInput = z.infer<typeof listBulkInputSchema>;

/** `cursor`: the position after which the items begin. */
export const readBulkInputSchema = z.object({
  show: z.enum(["all", ...ITEM_OUTCOMES]).default("all"),
  cursor: z.coerce.number().int().min(0).optional(),
  limit,
});
export type ReadBulkInput = z.infer<typeof readBulkInputSchema>;
