import { type Db, Prisma, query } from "#lib/db/index.ts";
import { type SearchHit, searchHitSchema } from "../contract.ts";
import type { Term } from "../read-term.ts";

const found = searchHitSchema.omit({ shortKey: true, by: true });
const SHORT_KEY_DIGITS = 10;

/** Each by the index that is named; newest first where several are found. */
export async function findHits(tx: Db, term: Term, limit: number): Promise<SearchHit[]> {
  const rows = await query(tx, found, findHitsQuery(term, limit));
  return rows.map((row) => ({ ...row, shortKey: row.actionKey.slice(0, SHORT_KEY_DIGITS), by: term.by }));
}

export function findHitsQuery(term: Term, limit: number): Prisma.Sql {
  return Prisma.sql`
    select a.key as "actionKey", a.kind, a.status, a.target, a.run_id as "runId", newest.id as "reviewId"
    from (${matching(term, limit)}) hit
    join action_log a on a.key = hit.key
    left join lateral (
      select r.id::text as id from review r where r.action_key = a.key order by r.opened_at desc limit 1
    ) newest on true
    order by a.attempted_at desc`;
}

/** The statuses of a case, as the two partial indexes say them. */
const OF_A_CASE = Prisma.sql`a.status in ('held', 'failed', 'released', 'dismissed')`;

function matching({ by, value }: Term, limit: number): Prisma.Sql {
  switch (by) {
    case "review":
      return Prisma.sql`select r.action_key as key from review r where r.id = ${value}::uuid`;
    case "key":
      // Keys are hexadecimal digits, and g comes after the last of them in every collation.
      return Prisma.sql`
        select a.key from action_log a where a.key >= ${value} and a.key < ${`${value}g`} order by a.key limit ${limit}`;
    case "run":
      return Prisma.sql`
        select a.key from action_log a
        where a.run_id = ${value} and a.step is not null and a.replaced_by is null
        order by a.step limit ${limit}`;
    case "target":
      return Prisma.sql`
        select a.key from action_log a
        where lower(a.target) = ${value} and a.target is not null and ${OF_A_CASE}
        limit ${limit}`;
    case "message_id":
      return Prisma.sql`
        select a.key from action_log a
        where substring(a.payload from '"messageId":"([^"\\\\]+)"') = ${value}
          and a.payload like '%"messageId":"%' and ${OF_A_CASE}
        limit ${limit}`;
  }
}
