import { z } from "zod";
import { ACTION_COLUMNS, actionColumns, PREDECESSOR, predecessorSchema } from "#lib/actions/index.ts";
import { type Db, Prisma, query, readableTime } from "#lib/db/index.ts";
import { resolutionSchema, reviewStateSchema, type Tab } from "../../contract.ts";
import { type ListViewer, REVIEW_SOURCE, tabCondition } from "./tab-condition.ts";
import { type Position, tabOrder } from "./tab-order.ts";

export const TOTAL_CAP = 10_000;

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
  q.id::text as "pendingRequestId", a.payload_hash as "payloadHash",
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

export type ReviewFilter = { tab: Tab; kind: string | undefined; viewer: ListViewer };

function filterCondition({ tab, kind, viewer }: ReviewFilter): Prisma.Sql {
  const ofKind = kind === undefined ? Prisma.empty : Prisma.sql`and a.kind = ${kind}`;
  return Prisma.sql`${tabCondition(tab, viewer)} ${ofKind}`;
}

const listedRecord = reviewRecord.extend({ position: z.string(), total: z.number() });
export type ListedRecord = z.infer<typeof listedRecord>;

/** One page, and the total of the same snapshot beside every row: a list and its number never contradict each other. */
export async function listReviewRows(
  tx: Db,
  filter: ReviewFilter,
  page: { after: Position | null; limit: number },
): Promise<ListedRecord[]> {
  const condition = filterCondition(filter);
  const { column, direction, comparison } = tabOrder(filter.tab);
  const after =
    page.after === null
      ? Prisma.empty
      : Prisma.sql`and (${column}, r.id) ${comparison} (${page.after[0]}::timestamptz, ${page.after[1]}::uuid)`;
  return query(
    tx,
    listedRecord,
    Prisma.sql`
      with page as materialized (
        select r.id, ${column} as ordered_by
        from ${REVIEW_SOURCE}
        where ${condition} ${after}
        order by ${column} ${direction}, r.id ${direction}
        limit ${page.limit}
      )
      select ${RECORD_COLUMNS}, (${countOf(condition)}) as total,
        to_char(page.ordered_by at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position
      from page join (${REVIEW_SOURCE}) on r.id = page.id ${NEWEST_ATTEMPT}
      order by page.ordered_by ${direction}, r.id ${direction}`,
  );
}

const listedId = z.object({ id: z.string() });

/** What the list would show from its beginning, for whoever freezes it. */
export async function findListedIds(tx: Db, filter: ReviewFilter, limit: number): Promise<string[]> {
  const { column, direction } = tabOrder(filter.tab);
  const rows = await query(
    tx,
    listedId,
    Prisma.sql`
      select r.id::text as id
      from ${REVIEW_SOURCE}
      where ${filterCondition(filter)}
      order by ${column} ${direction}, r.id ${direction}
      limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

const counted = z.object({ total: z.number() });

/** For a page that came out empty. */
export async function countReviewRows(tx: Db, filter: ReviewFilter): Promise<number> {
  const rows = await query(tx, counted, Prisma.sql`select (${countOf(filterCondition(filter))}) as total`);
  return rows[0]?.total ?? 0;
}

function countOf(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    select count(*)::int from (select from ${REVIEW_SOURCE} where ${condition} limit ${TOTAL_CAP + 1}) counted`;
}
