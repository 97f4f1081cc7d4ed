import { z } from "zod";
import { personSchema } from "../contract.ts";

/** What the page of approvals says beside its lists. */
export const signingSchema = z.object({
  /** The kinds that this viewer may sign for; empty for who signs nothing. */
  kinds: z.array(z.string()),
  /** For those who can change it: requests that can never be approved as the roles stand. */
  unsignable: z.object({ count: z.number().int(), approvers: z.array(personSchema) }).nullable(),
});
export type Signing = z.infer<typeof signingSchema>;
