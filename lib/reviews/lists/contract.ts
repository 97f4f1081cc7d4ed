import { z } from "zod";
import { personSchema, reviewRowSchema, riskSchema, tabSchema } from "../contract.ts";
import { FACETS, GROUPINGS, SORTS } from "./words.ts";

const MAX_PAGE_ROWS = 100;
const DEFAULT_PAGE_ROWS = 50;
const MAX_WORD_CHARS = 400;
const MAX_SPAN_SECONDS = 10 * 365 * 86_400;

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

/** The most rows that one question about standing names: a page of the list. */
export const standingInputSchema = reviewFilterSchema.extend({
  /** When the list was read: what was opened since is new. */
  since: z.iso.datetime(),
  /** Rows on screen, separated by commas. */
  ids: z
    .string()
    .default("")
    .transform((text) => text.split(",").filter((id) => id !== ""))
    .pipe(z.array(z.uuid()).max(MAX_PAGE_ROWS)),
});
export type StandingInput = z.infer<typeof standingInputSchema>;

/** Each figure is of exactly one list; one above the cap of the lists means that there are more. */
export const figuresSchema = z.object({
  needsDecision: z.object({ count: z.number().int(), oldestAt: z.iso.datetime().nullable() }),
  awaitingSignOff: z.object({ count: z.number().int(), oldestAt: z.iso.datetime().nullable() }),
  decideWithinHour: z.object({ count: z.number().int(), firstAt: z.iso.datetime().nullable() }),
  /** Sends that went out twice for certain, ended within 30 days. */
  duplicates: z.object({ count: z.number().int() }),
  at: z.iso.datetime(),
});
export type Figures = z.infer<typeof figuresSchema>;

/** Cases that a person got because something was stuck, by the hour they came in; the last hour is not over. */
export const stuckPerHourSchema = z.object({
  hours: z.array(z.object({ from: z.iso.datetime(), count: z.number().int() })),
  at: z.iso.datetime(),
});
export type StuckPerHour = z.infer<typeof stuckPerHourSchema>;

/** What has become of rows that somebody looks at: as they are now, and whether the list still has them. */
export const reviewStandingSchema = z.object({
  rows: z.array(
    z.object({
      row: reviewRowSchema,
      isListed: z.boolean(),
      /** Who closed it, where a person did and the list no longer has it. */
      closedBy: personSchema.nullable(),
    }),
  ),
  total: z.number().int(),
  totalIsCapped: z.boolean(),
  /** Of the list, opened since. */
  arrived: z.number().int(),
  at: z.iso.datetime(),
});
export type ReviewStanding = z.infer<typeof reviewStandingSchema>;
