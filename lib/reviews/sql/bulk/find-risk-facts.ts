import { z } from "zod";
import { PREDECESSOR, predecessorSchema } from "#lib/actions/index.ts";
import { type Db, Prisma, query, readableTime } from "#lib/db/index.ts";
import { NEWEST_ATTEMPT } from "../lists/list-review-rows.ts";

const riskRecord = z.object({
  reviewId: z.string(),
  status: z.string(),
  failure: z.string().nullable(),
  doubts: z.number(),
  attempt: z.number(),
  firstAttemptedAt: z.date().nullable(),
  predecessor: predecessorSchema.nullable(),
  phase: z.string().nullable(),
  effectStartedAt: z.date().nullable(),
  outcome: z.string().nullable(),
  now: z.date(),
});
export type RiskRecord = z.infer<typeof riskRecord>;

/** What the risk of a further attempt is told from, without the payloads that a list shows beside it. */
export async function findRiskFacts(db: Db, reviewIds: readonly string[]): Promise<RiskRecord[]> {
  return query(
    db,
    riskRecord,
    Prisma.sql`
      select r.id::text as "reviewId", a.status, a.failure, a.doubts, a.attempt,
        ${readableTime(Prisma.sql`a.first_attempted_at`)} as "firstAttemptedAt", ${PREDECESSOR} as predecessor,
        t.phase, t.effect_started_at as "effectStartedAt", t.outcome, now() as now
      from review r join action_log a on a.key = r.action_key ${NEWEST_ATTEMPT}
      where r.id = any(${[...reviewIds]}::uuid[])`,
  );
}
