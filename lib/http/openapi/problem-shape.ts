import { z } from "zod";
import { ERROR_WORDS } from "../../errors.ts";

/** RFC 9457, as `problemResponse` writes it. */
export const problemShape = z.object({
  type: z.string().describe("`urn:notwice:problem:<code>`"),
  title: z.string(),
  status: z.int(),
  code: z.enum(ERROR_WORDS),
  detail: z.string().describe("A sentence for a person."),
  requestId: z.string(),
  field: z.string().optional().describe("Of the input, where that is the problem."),
  issues: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  error: z.string().optional().describe("The name that the library gives it: `HeldError`, `InFlightError`, …"),
  key: z.string().optional().describe("Of the action that is in the way."),
  disposition: z.enum(["retry", "park", "drop"]).optional().describe("What a job queue should do with the job."),
  retryAfter: z.int().optional().describe("Seconds; also in the header Retry-After."),
  retryAfterSeconds: z.int().optional(),
  failure: z.enum(["did_not_happen", "may_have_happened"]).optional(),
  by: z.string().optional().describe("Who was first."),
  at: z.string().optional(),
  state: z.string().optional(),
  decision: z.string().optional(),
  version: z.int().optional(),
});
