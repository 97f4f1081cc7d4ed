import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";
import { invariant } from "../../../errors.ts";
import { reviewFilterSchema } from "../../lists/contract.ts";
import { COUNT_CAP } from "../../lists/words.ts";
import { filterCondition, type ListScope } from "../reviews/tab-condition.ts";

const HOUR_SECONDS = 3600;

const figures = z.object({
  needsDecision: z.number(),
  needsDecisionSince: z.date().nullable(),
  awaiting: z.number(),
  awaitingSince: z.date().nullable(),
  decideWithinHour: z.number(),
  decideFirst: z.date().nullable(),
});

/** Each by the condition of its own list, so that a figure never promises what its list does not hold. */
export async function countFigures(db: Db, scope: ListScope): Promise<z.infer<typeof figures>> {
  const of = (filter: object) => filterCondition(reviewFilterSchema.parse(filter), scope);
  const needsDecision = of({ tab: "needs_decision" });
  const awaiting = of({ tab: "awaiting_sign_off" });
  const soon = of({ tab: "awaiting_sign_off", decideWithin: HOUR_SECONDS });
  const [row] = await query(
    db,
    figures,
    Prisma.sql`
      select
        ${countOf(needsDecision)} as "needsDecision",
        (select min(r.opened_at) from review r where ${needsDecision}) as "needsDecisionSince",
        ${countOf(awaiting)} as awaiting,
        (select min(q.requested_at) from review r join review_request q on q.id = r.pending_request_id
          where ${awaiting}) as "awaitingSince",
        ${countOf(soon)} as "decideWithinHour",
        (select min(r.decide_by) from review r where ${soon}) as "decideFirst"`,
  );
  invariant(row, "one row is always found");
  return row;
}

function countOf(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(select count(*)::int from (select from review r where ${condition} limit ${COUNT_CAP + 1}) capped)`;
}
