import { z } from "zod";

/** Where a kind's nudges go: the policy's `nudge_webhook`. The secret itself is never in the database. */
export const nudgeWebhookSchema = z.object({
  url: z.url(),
  /** Name of the environment variable that holds the signing secret, or several while one replaces another. */
  secretEnv: z.string().min(1),
});
export type NudgeWebhook = z.infer<typeof nudgeWebhookSchema>;
