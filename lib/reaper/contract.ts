import { z } from "zod";

const rows = z.number().int().nonnegative().default(0);

/** What one pass did, in rows; each was counted from what the database said it changed. */
export const passCountsSchema = z.object({
  /** Requests that nobody decided in time. */
  expired: rows,
  /** Releases that nobody picked up. */
  lapsed: rows,
  /** Actions read to be judged: the sum of the seven below. */
  fetched: rows,
  released: rows,
  asked: rows,
  /** Ended succeeded, by the late report of an earlier attempt. */
  settled: rows,
  /** Left to the provider: a check is scheduled, or was made and decided nothing yet. */
  checked: rows,
  /** Moved past, because the policy says to wait. */
  waiting: rows,
  /** Someone else acted between the read and the write, and won. */
  overtaken: rows,
  /** Could not be judged, or not be written; backed off. */
  broken: rows,
  /** Nudges that a receiver took. */
  nudged: rows,
  /** Tries of a nudge that failed; repeated later, unless the receiver is gone. */
  nudgesFailed: rows,
  /** Notifications that a mail server or a webhook took. */
  told: rows,
  /** Tries of a notification that certainly sent nothing; repeated later, unless given up. */
  tellingRefused: rows,
  /** Notifications that may have been sent, and are not sent again. */
  tellingInDoubt: rows,
  /** Rows of the audit that a seal covers now. */
  sealed: rows,
  /** Passes of long ago whose record was dropped. */
  pruned: rows,
});
export type PassCounts = z.infer<typeof passCountsSchema>;

/** Of those, what became of the actions of one kind; people were asked about `asked` and `gaveUp`. */
export const kindCountsSchema = passCountsSchema
  .pick({ waiting: true, released: true, checked: true, asked: true, settled: true, broken: true })
  .extend({
    /** To a person, because trying, checking or the provider's time was used up. */
    gaveUp: rows,
  });
export type KindCounts = z.infer<typeof kindCountsSchema>;

export const STOP_REASONS = ["done", "limit", "deadline", "error"] as const;

export const passResultSchema = passCountsSchema.extend({ runId: z.uuid(), stoppedBy: z.enum(STOP_REASONS) });
export type PassResult = z.infer<typeof passResultSchema>;
export type StopReason = PassResult["stoppedBy"];

export const lastPassSchema = z.object({
  /** When the last pass that came to its end did so; null: none ever has. */
  endedAt: z.iso.datetime().nullable(),
  /** How many actions it read to judge them. */
  looked: rows.nullable(),
  isLate: z.boolean(),
  at: z.iso.datetime(),
});
export type LastPass = z.infer<typeof lastPassSchema>;
