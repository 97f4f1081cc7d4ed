import { z } from "zod";
import { PREDECESSOR } from "#lib/actions/index.ts";
import { Prisma, readableTime } from "#lib/db/index.ts";

/**
 * An action as it was read: the facts for `judge`, and the revision that guards the write. Every statement of ours
 * raises the revision, a heartbeat too, so whoever acted in between wins.
 */
export const judgedRowSchema = z.object({
  key: z.string(),
  kind: z.string(),
  status: z.string(),
  attempt: z.number(),
  revision: z.number(),
  hasPayload: z.boolean(),
  twoPhase: z.boolean(),
  effectStarted: z.boolean(),
  failure: z.enum(["did_not_happen", "may_have_happened"]).nullable(),
  permanent: z.boolean(),
  doubts: z.number(),
  firstAttemptedAt: z.date().nullable(),
  releaseReason: z.string().nullable(),
  releaseExpiresAt: z.date().nullable(),
  lateAttempt: z.number().nullable(),
  predecessorLanded: z.boolean(),
  signed: z.boolean(),
  now: z.date(),
});
export type JudgedRow = z.infer<typeof judgedRowSchema>;

/** For the alias `a`. A time that cannot be read is unknown. */
export const judgedColumns = Prisma.sql`
  a.key, a.kind, a.status, a.attempt, a.revision, a.payload is not null as "hasPayload", a.two_phase as "twoPhase",
  a.effect_started_at is not null as "effectStarted", a.failure,
  coalesce(a.error ->> 'permanent' = 'true', false) as permanent, a.doubts,
  ${readableTime(Prisma.sql`coalesce(a.first_attempted_at, a.attempted_at)`)} as "firstAttemptedAt",
  a.release_reason as "releaseReason",
  ${readableTime(Prisma.sql`a.release_expires_at`)} as "releaseExpiresAt",
  a.late_attempt as "lateAttempt", coalesce(${PREDECESSOR} = 'landed', false) as "predecessorLanded",
  exists (
    select from review v join review_request q on q.review_id = v.id
    where v.action_key = a.key and q.type in ('send', 'resend') and q.state = 'approved') as signed,
  clock_timestamp() as now`;
