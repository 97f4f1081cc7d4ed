import { z } from "zod";
import { Prisma } from "#lib/db/index.ts";

/** Longer payloads are left where they are when only one line of them is wanted. */
const MAX_SUMMARISED_BYTES = 65_536;

/** Of `action_log a`: what every list shows of an action. */
export const ACTION_COLUMNS = Prisma.sql`
  a.key as "actionKey", a.run_id as "runId", a.kind, a.step, a.target, a.status, a.failure, a.doubts, a.attempt,
  a.duplicate, case when octet_length(a.payload) <= ${MAX_SUMMARISED_BYTES}::int then a.payload end as "summaryPayload"`;

export const actionColumns = z.object({
  actionKey: z.string(),
  runId: z.string(),
  kind: z.string(),
  step: z.number().nullable(),
  target: z.string().nullable(),
  status: z.string(),
  failure: z.enum(["did_not_happen", "may_have_happened"]).nullable(),
  doubts: z.number(),
  attempt: z.number(),
  duplicate: z.enum(["suspected", "confirmed"]).nullable(),
  summaryPayload: z.string().nullable(),
});
export type ActionColumns = z.infer<typeof actionColumns>;
