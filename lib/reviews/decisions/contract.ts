import { z } from "zod";
import { requestAnswerSchema, signOffAnswerSchema } from "../contract.ts";

const MAX_KEY_CHARS = 200;

export const decisionKeyParamSchema = z.object({ key: z.string().min(1).max(MAX_KEY_CHARS) });

/** By its key, and one's own: null if nothing of it was recorded. */
export const recordedDecisionSchema = z.object({
  recorded: z.union([requestAnswerSchema, signOffAnswerSchema]).nullable(),
});
export type RecordedDecision = z.infer<typeof recordedDecisionSchema>;
