import { z } from "zod";
import { ACTION_COLUMNS, actionColumns, PREDECESSOR, predecessorSchema } from "#lib/actions/index.ts";
import { type Db, Prisma, query, readableTime } from "#lib/db/index.ts";
import { resolutionSchema, reviewStateSchema } from "../../contract.ts";
import { COUNT_CAP } from "../../lists/words.ts";
import { REVIEW_SOURCE } from "../reviews/tab-condition.ts";
import { comesAfter, type ListOrder, orderBy, placeOf } from "./list-order.ts";

const reviewRecord = actionColumns.extend({
  id: z.string(),
  state: reviewStateSchema,
  resolution: resolutionSchema.nullable(),
  version: z.number(),
  cause: z.string().nullable(),
  reason: z.string().nullable(),
  assigneeId: z.string().nullable(),
  openedAt: z.date(),
  closedAt: z.date().nullable(),
  pendingRequestId: z.string().nullable(),
  decidedRequestId: z.string().nullable(),
  heardLate: z.boolean(),
  payloadHash: z.string().nullable(),
  firstAttemptedAt: z.date().nullable(),
  claimableAt: z.date().nullable(),
  releaseExpiresAt: z.date().nullable(),
  phase: z.string().nullable(),
  effectStartedAt: z.date().nullable(),
  outcome: z.string().nullable(),
  predecessor: predecessorSchema.nullable(),
  now: z.date(),
});
export type ReviewRecord = z.infer<typeof reviewRecord>;

const RECORD_COLUMNS = Prisma.sql`
  ${ACTION_COLUMNS}, r.id::text as id, r.state, r.resolution, r.version, r.cause, r.reason,
  r.assignee_id as "assigneeId", r.opened_at as "openedAt", r.closed_at as "closedAt",
  q.id::text as "pendingRequestId", r.decided_request_id::text as "decidedRequestId", r.heard_late as "heardLate",
  a.payload_hash as "payloadHash",
  ${readableTime(Prisma.sql`a.first_attempted_at`)} as "firstAttemptedAt",
  case when r.state = 'released' then a.claimable_at end as "claimableAt",
  case when r.state = 'released' then a.release_expires_at end as "releaseExpiresAt",
  t.phase, t.effect_started_at as "effectStartedAt", t.outcome,
  ${PREDECESSOR} as predecessor, now() as now`;

/** Of `action_log a`, as `t`. */
export const NEWEST_ATTEMPT = Prisma.sql`
  left join lateral (
    select phase, effect_started_at, outcome from action_attempt
    where action_key = a.key order by attempt desc, id desc limit 1
  ) t on true`;

export async function findReviewRows(tx: Db, ids: readonly string[]): Promise<ReviewRecord[]> {
  return query(
    tx,
    reviewRecord,
    Prisma.sql`
      select ${RECORD_COLUMNS} from ${REVIEW_SOURCE} ${NEWEST_ATTEMPT} where r.id = any(${[...ids]}::uuid[])`,
  );
}

export async function findReviewRow(tx: Db, id: string): Promise<ReviewRecord | null> {
  return (await findReviewRows(tx, [id]))[0] ?? null;
}

const listedRecord = reviewRecord.extend({ place: z.array(z.string()), total: z.number() });
export type ListedRecord = z.infer<typeof listedRecord>;

type Page = { order: ListOrder; after: readonly string[] | null; limit: number };

/** One page, and the total of the same snapshot beside every row: a list and its number never contradict each other. */
export async function listReviewRows(tx: Db, condition: Prisma.Sql, page: Page): Promise<ListedRecord[]> {
  return query(tx, listedRecord, listStatement(condition, page));
}

/** The page is cut from the reviews alone, and only its rows are joined to what else is shown of them. */
export function listStatement(condition: Prisma.Sql, { order, after, limit }: Page): Prisma.Sql {
  const further = after === null ? Prisma.empty : Prisma.sql`and ${comesAfter(order, after)}`;
  return Prisma.sql`
    with page as materialized (
      select r.id, ${placeOf(order)} as place
      from review r
      where ${condition} ${further}
      order by ${orderBy(order)}
      limit ${limit}
    )
    select ${RECORD_COLUMNS}, page.place, (${countOf(condition, order)}) as total
    from page join (${REVIEW_SOURCE}) on r.id = page.id ${NEWEST_ATTEMPT}
    order by ${orderBy(order)}`;
}

const listedId = z.object({ id: z.string() });

/** Whose rows they are, in the order of the list. */
export async function findListedIds(
  tx: Db,
  condition: Prisma.Sql,
  { order, limit }: Omit<Page, "after">,
): Promise<string[]> {
  const rows = await query(
    tx,
    listedId,
    Prisma.sql`
      select r.id::text as id from review r where ${condition} order by ${orderBy(order)} limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Which of these rows the list still has. */
export async function findStillListed(tx: Db, condition: Prisma.Sql, ids: readonly string[]): Promise<Set<string>> {
  const rows = await query(
    tx,
    listedId,
    Prisma.sql`select r.id::text as id from review r where r.id = any(${[...ids]}::uuid[]) and ${condition}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** What of the list was opened after a moment. */
export function openedSince(condition: Prisma.Sql, since: string): Prisma.Sql {
  return Prisma.sql`${condition} and r.opened_at > ${since}::timestamptz`;
}

const counted = z.object({ total: z.number() });

/** For a page that came out empty. */
export async function countReviewRows(tx: Db, condition: Prisma.Sql, order: ListOrder): Promise<number> {
  const rows = await query(tx, counted, Prisma.sql`select (${countOf(condition, order)}) as total`);
  return rows[0]?.total ?? 0;
}

/**
 * One more than the cap says that there are more. In the order of the list, because the planner else reads the table
 * from its beginning, where what is closed stands.
 */
export function countOf(condition: Prisma.Sql, order: ListOrder): Prisma.Sql {
  return Prisma.sql`
    select count(*)::int
    from (select from review r where ${condition} order by ${orderBy(order)} limit ${COUNT_CAP + 1}) counted`;
}
