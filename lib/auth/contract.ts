import { z } from "zod";

export const ROLES = ["operator", "approver", "admin"] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

export const MIN_PASSWORD_CHARS = 12;
export const MAX_PASSWORD_CHARS = 128;

export const signInSchema = z.object({
  email: z.string().trim().toLowerCase().max(254),
  password: z.string().max(MAX_PASSWORD_CHARS),
  next: z.string().optional(),
});

/** What the page is told after a refusal, in its query: words of a closed list, so that a link cannot put text there. */
export const signInProblemSchema = z.discriminatedUnion("error", [
  z.object({ error: z.literal("wrong") }),
  z.object({ error: z.literal("disabled") }),
  z.object({ error: z.literal("wait"), until: z.iso.datetime() }),
]);
export type SignInProblem = z.infer<typeof signInProblemSchema>;
