import { z } from "zod";
import { riskSchema, type Tab, tabSchema } from "../contract.ts";

const MAX_PAGE_ROWS = 100;
const DEFAULT_PAGE_ROWS = 50;
const MAX_WORD_CHARS = 400;
const MAX_SPAN_SECONDS = 10 * 365 * 86_400;

/** Above it a number says only that there are more: to count further would cost more than it tells. */
export const COUNT_CAP = 10_000;

/** In a filter: what was not recorded, or nobody. */
export const NOTHING = "-";

export const SORTS = ["decide_by", "opened", "attempts", "closed", "decided"] as const;
export const FACETS = ["kind", "risk", "phase", "cause", "host", "takenBy"] as const;
export const GROUPINGS = ["cause", "run", "recipient"] as const;
export type Sort = (typeof SORTS)[number];
export type Facet = (typeof FACETS)[number];
export type Grouping = (typeof GROUPINGS)[number];

const word = z.string().trim().min(1).max(MAX_WORD_CHARS);
const seconds = z.coerce.number().int().positive().max(MAX_SPAN_SECONDS);

/** Which cases are meant: the same for a list, its numbers, and a set that is frozen from it. */
export const reviewFilterSchema = z.object({
  tab: tabSchema.default("needs_decision"),
  kind: word.optional(),
  risk: riskSchema.shape.word.optional(),
  /** How far the attempt got: a worker's word, or began, nothing_begun, not_started, unknown. */
  phase: word.optional(),
  cause: word.optional(),
  /** The domain of the recipient's address, or the host of a URL. */
  host: word.optional(),
  run: word.optional(),
  /** A whole address, or a domain. */
  recipient: word.optional(),
  /** An account's id, `me`, or `-` for nobody. */
  takenBy: word.optional(),
  /** An account's id, or `me`. */
  askedBy: word.optional(),
  /** Decide by, at the latest in so many seconds. */
  decideWithin: seconds.optional(),
  /** Open for at least so many seconds. */
  waitingOver: seconds.optional(),
  /** What a worker reported about an attempt that was no longer its own. */
  late: z.literal("yes").optional(),
  /** The beginning of a key, a run, a recipient or a domain. */
  text: word.optional(),
});
export type ReviewFilter = z.infer<typeof reviewFilterSchema>;

export const listReviewsInputSchema = reviewFilterSchema.extend({
  /** One that the tab does not have is answered in the tab's own order. */
  sort: z.enum(SORTS).optional(),
  order: z.enum(["asc", "desc"]).optional(),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_ROWS).default(DEFAULT_PAGE_ROWS),
});
export type ListReviewsInput = z.infer<typeof listReviewsInputSchema>;

export const groupReviewsInputSchema = reviewFilterSchema.extend({ by: z.enum(GROUPINGS) });
export type GroupReviewsInput = z.infer<typeof groupReviewsInputSchema>;

const facetValueSchema = z.object({ value: z.string(), label: z.string().nullable(), count: z.number().int() });

/** How many cases each further filter would leave, zero left out; one's own filter does not narrow its own values. */
export const reviewFacetsSchema = z.object({
  facets: z.record(z.enum(FACETS), z.array(facetValueSchema)),
  /** Counted over the first cases only, because the list is longer than that. */
  isCapped: z.boolean(),
  at: z.iso.datetime(),
});
export type ReviewFacets = z.infer<typeof reviewFacetsSchema>;

export const reviewGroupSchema = z.object({
  /** What to add to the filter to see the group alone. */
  filter: reviewFilterSchema.omit({ tab: true }),
  kind: z.string().nullable(),
  reached: z.string().nullable(),
  count: z.number().int(),
  oldestAt: z.iso.datetime(),
  risks: z.array(z.object({ word: riskSchema.shape.word, count: z.number().int() })),
});
export const reviewGroupsSchema = z.object({
  groups: z.array(reviewGroupSchema),
  /** There are more groups, or the numbers are of the first cases only. */
  isCapped: z.boolean(),
  at: z.iso.datetime(),
});
export type ReviewGroup = z.infer<typeof reviewGroupSchema>;
export type ReviewGroups = z.infer<typeof reviewGroupsSchema>;

/** The orders a tab can be read in, its own first. */
export function sortsOf(tab: Tab): readonly [Sort, ...Sort[]] {
  switch (tab) {
    case "needs_decision":
    case "did_not_happen":
    case "released":
      return ["opened", "attempts"];
    case "awaiting_sign_off":
    case "to_sign":
    case "asked":
    case "mine":
      return ["decide_by", "opened", "attempts"];
    case "closed":
      return ["closed"];
    case "decided":
      return ["decided"];
    case "all":
      return ["opened"];
  }
}

/** What was decided or closed last comes first; elsewhere what has waited longest, or expires first. */
export function isDescendingByItself(tab: Tab, sort: Sort): boolean {
  return sort === "closed" || sort === "decided" || sort === "attempts" || tab === "all";
}
