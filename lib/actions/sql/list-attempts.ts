import { z } from "zod";
import { type Db, Prisma, query, readableTime } from "#lib/db/index.ts";

const attemptRecord = z.object({
  attempt: z.number(),
  claimedBy: z.string().nullable(),
  attemptedAt: z.date().nullable(),
  deadlineAt: z.date().nullable(),
  effectStartedAt: z.date().nullable(),
  endedAt: z.date(),
  endedBy: z.enum(["worker", "reaper", "late_report"]),
  phase: z.string().nullable(),
  outcome: z.enum(["not_started", "did_not_happen", "may_have_happened", "landed"]),
  error: z.unknown(),
  lateOutcome: z.enum(["landed", "did_not_happen"]).nullable(),
  lateAt: z.date().nullable(),
  lateError: z.unknown(),
});
export type AttemptRecord = z.infer<typeof attemptRecord>;

export async function listAttempts(tx: Db, key: string): Promise<AttemptRecord[]> {
  return query(
    tx,
    attemptRecord,
    Prisma.sql`
      select attempt, claimed_by as "claimedBy", ${readableTime(Prisma.sql`attempted_at`)} as "attemptedAt", ${readableTime(Prisma.sql`deadline_at`)} as "deadlineAt",
        ${readableTime(Prisma.sql`effect_started_at`)} as "effectStartedAt", coalesce(${readableTime(Prisma.sql`ended_at`)}, clock_timestamp()) as "endedAt", ended_by as "endedBy", phase, outcome, error,
        late_outcome as "lateOutcome", ${readableTime(Prisma.sql`late_at`)} as "lateAt", late_error as "lateError"
      from action_attempt
      where action_key = ${key}
      order by attempt, id`,
  );
}
