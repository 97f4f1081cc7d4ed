import { z } from "zod";
import { type Db, Prisma, query, readableTime } from "#lib/db/index.ts";
import { ACTION_COLUMNS, actionColumns } from "./action-columns.ts";

const actionRecord = actionColumns.extend({
  payload: z.string().nullable(),
  payloadHash: z.string().nullable(),
  claimToken: z.string().nullable(),
  claimedBy: z.string().nullable(),
  attemptedAt: z.date().nullable(),
  firstAttemptedAt: z.date().nullable(),
  completedAt: z.date().nullable(),
  deadlineAt: z.date().nullable(),
  twoPhase: z.boolean(),
  effectStartedAt: z.date().nullable(),
  error: z.unknown(),
  settledBy: z.string().nullable(),
  result: z.unknown(),
  resultOmitted: z.string().nullable(),
  lateAttempt: z.number().nullable(),
  releasedAt: z.date().nullable(),
  releaseReason: z.string().nullable(),
  releaseRequestId: z.string().nullable(),
  releaseExpiresAt: z.date().nullable(),
  claimableAt: z.date().nullable(),
  replacedBy: z.string().nullable(),
});
export type ActionRecord = z.infer<typeof actionRecord>;

export async function findAction(tx: Db, key: string): Promise<ActionRecord | null> {
  const rows = await query(
    tx,
    actionRecord,
    Prisma.sql`
      select ${ACTION_COLUMNS}, a.payload, a.payload_hash as "payloadHash", a.claim_token::text as "claimToken",
        a.claimed_by as "claimedBy", ${readableTime(Prisma.sql`a.attempted_at`)} as "attemptedAt", ${readableTime(Prisma.sql`a.first_attempted_at`)} as "firstAttemptedAt",
        ${readableTime(Prisma.sql`a.completed_at`)} as "completedAt", ${readableTime(Prisma.sql`a.deadline_at`)} as "deadlineAt", a.two_phase as "twoPhase",
        ${readableTime(Prisma.sql`a.effect_started_at`)} as "effectStartedAt", a.error, a.settled_by as "settledBy", a.result,
        a.result_omitted as "resultOmitted", a.late_attempt as "lateAttempt", ${readableTime(Prisma.sql`a.released_at`)} as "releasedAt",
        a.release_reason as "releaseReason", a.release_request_id::text as "releaseRequestId",
        ${readableTime(Prisma.sql`a.release_expires_at`)} as "releaseExpiresAt", ${readableTime(Prisma.sql`a.claimable_at`)} as "claimableAt", a.replaced_by as "replacedBy"
      from action_log a
      where a.key = ${key}`,
  );
  return rows[0] ?? null;
}
