import { z } from "zod";

export const MIN_KEY_DIGITS = 6;
export const MAX_HITS = 10;

export const searchInputSchema = z.object({ q: z.string().trim().min(1).max(400) });

export const searchHitSchema = z.object({
  actionKey: z.string(),
  shortKey: z.string(),
  kind: z.string(),
  status: z.string(),
  target: z.string().nullable(),
  runId: z.string(),
  /** The newest case about it, if there ever was one. */
  reviewId: z.string().nullable(),
  /** What of it was looked for. */
  by: z.enum(["key", "review", "run", "target", "message_id"]),
});
export type SearchHit = z.infer<typeof searchHitSchema>;

export const searchAnswerSchema = z.object({ hits: z.array(searchHitSchema) });
export type SearchAnswer = z.infer<typeof searchAnswerSchema>;
