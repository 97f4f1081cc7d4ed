import { z } from "zod";
import { actionRowSchema } from "#lib/actions/contract.ts";

const MAX_REASON_CHARS = 500;
const MAX_RUN_ID_CHARS = 1000;
const MAX_PAGE_ROWS = 100;
const DEFAULT_PAGE_ROWS = 50;

export const RUN_STATES = ["paused", "running", "done", "stopped"] as const;
export const runStateSchema = z.enum(RUN_STATES);
/** `paused`: something of it waits for a person. `stopped`: nothing does, and not all of it was done. */
export type RunState = z.infer<typeof runStateSchema>;

export const runRowSchema = z.object({
  runId: z.string(),
  state: runStateSchema,
  /** The worker that made its first claim; null where none was made yet. */
  agent: z.string().nullable(),
  /** Kinds of the actions that are open. */
  kinds: z.array(z.string()),
  /** What has waited for a person the longest. */
  waiting: z
    .object({ step: z.number().int().nullable(), actionKey: z.string(), reviewId: z.string().nullable() })
    .nullable(),
  /** Ended attempts that wait for a person; a first send that waits for a signature is none. */
  stuck: z.number().int(),
  pausedSince: z.iso.datetime().nullable(),
  startedAt: z.iso.datetime().nullable(),
});
export type RunRow = z.infer<typeof runRowSchema>;

export const runListSchema = z.object({
  items: z.array(runRowSchema),
  /** More open work than is read at once: what has waited longest is listed, the rest is found by its run id. */
  isCapped: z.boolean(),
  nextCursor: z.string().nullable(),
  at: z.iso.datetime(),
});
export type RunList = z.infer<typeof runListSchema>;

export const stepStandingSchema = z.enum(["stored", "executes", "worker", "person", "dropped", "unknown"]);
/** What a run that comes to this step again gets: the stored result, an attempt, a wait, or nothing. */
export type StepStanding = z.infer<typeof stepStandingSchema>;

export const runActionSchema = actionRowSchema.extend({
  attemptedAt: z.iso.datetime().nullable(),
  completedAt: z.iso.datetime().nullable(),
  /** The newest review of this action, to link to. */
  reviewId: z.string().nullable(),
  standing: stepStandingSchema,
  /** How many earlier versions it replaces. */
  versionsBefore: z.number().int(),
});
export type RunAction = z.infer<typeof runActionSchema>;

export const runDetailSchema = z.object({
  run: runRowSchema,
  /** In order; those that were never numbered last. */
  steps: z.array(runActionSchema),
  /** The run has more steps than are shown. */
  isCapped: z.boolean(),
  /** Where a resume gets to: the first step that does not return a stored result; null: a new step comes next. */
  next: z.object({ actionKey: z.string(), step: z.number().int().nullable(), standing: stepStandingSchema }).nullable(),
  /** How many a cancellation would dismiss now, and how many it would leave. */
  cancel: z.object({ dismisses: z.number().int(), leavesInFlight: z.number().int() }),
  at: z.iso.datetime(),
});
export type RunDetail = z.infer<typeof runDetailSchema>;

export const runIdParamSchema = z.object({ id: z.string().min(1).max(MAX_RUN_ID_CHARS) });

/** Runs are no table: the list is made of what is open. One that is done or stopped is found by its exact id. */
export const listRunsInputSchema = z.object({
  state: runStateSchema.optional(),
  kind: z.string().min(1).optional(),
  stuck: z.stringbool().optional(),
  /** A part of the run id, and the whole id of one that is over. */
  text: z.string().trim().min(1).max(MAX_RUN_ID_CHARS).optional(),
  cursor: z.string().max(4000).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_ROWS).default(DEFAULT_PAGE_ROWS),
});
export type ListRunsInput = z.infer<typeof listRunsInputSchema>;

export const cancelRunInputSchema = z.object({ reason: z.string().trim().min(1, "Say why.").max(MAX_REASON_CHARS) });
export type CancelRunInput = z.infer<typeof cancelRunInputSchema>;

/** Made of what never changes again, so that a repeat gets the same body. */
export const cancelRunAnswerSchema = z.object({
  runId: z.string(),
  /** Keys, in order. */
  dismissed: z.array(z.string()),
  /** A worker is at them: they end as they end. */
  inFlight: z.array(z.string()),
  /** Their policy wants a second person for a dismissal: ask for it in their own case. */
  needsSignOff: z.array(z.string()),
  at: z.iso.datetime(),
});
export type CancelRunAnswer = z.infer<typeof cancelRunAnswerSchema>;
