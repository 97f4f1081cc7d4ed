import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";
import type { Tab } from "../../contract.ts";
import type { Grouping } from "../../lists/words.ts";
import { type ListScope } from "../reviews/tab-condition.ts";
import { newest } from "./count-facets.ts";
import { riskWord } from "./risk-word.ts";

const groupRecord = z.object({
  kind: z.string().nullable(),
  reached: z.string().nullable(),
  cause: z.string().nullable(),
  host: z.string().nullable(),
  run: z.string().nullable(),
  recipient: z.string().nullable(),
  count: z.number(),
  oldestAt: z.date(),
  safe: z.number(),
  deduped: z.number(),
  checkFirst: z.number(),
  mayDuplicate: z.number(),
  counted: z.number(),
});
export type GroupRecord = z.infer<typeof groupRecord>;

const CAUSE = ["kind", "reached", "cause", "host"] as const;
const NAMES = [...CAUSE, "run", "recipient"] as const;
const GROUPED_BY: Record<Grouping, readonly (typeof NAMES)[number][]> = {
  cause: CAUSE,
  run: ["run"],
  recipient: ["recipient"],
};

type Groups = { tab: Tab; condition: Prisma.Sql; by: Grouping; limit: number };

/** The largest first. */
export async function groupReviewRows(tx: Db, groups: Groups, scope: ListScope): Promise<GroupRecord[]> {
  return query(tx, groupRecord, groupStatement(groups, scope));
}

export function groupStatement({ tab, condition, by, limit }: Groups, { recoveries }: ListScope): Prisma.Sql {
  const names = GROUPED_BY[by];
  const columns = NAMES.map((name) =>
    names.includes(name) ? Prisma.raw(`g.${name}`) : Prisma.raw(`null::text as ${name}`),
  );
  return Prisma.sql`
    with counted as materialized (
      select r.kind, r.reached, r.cause, r.host, r.run_id as run, lower(r.target) as recipient, r.opened_at,
        ${riskWord(recoveries)} as risk
      from review r
      where ${condition}
      ${newest(tab)}
    )
    select ${Prisma.join(columns)}, count(*)::int as count, min(g.opened_at) as "oldestAt",
      count(*) filter (where g.risk = 'safe')::int as safe,
      count(*) filter (where g.risk = 'deduped')::int as deduped,
      count(*) filter (where g.risk = 'check_first')::int as "checkFirst",
      count(*) filter (where g.risk = 'may_duplicate')::int as "mayDuplicate",
      (select count(*)::int from counted) as counted
    from counted g
    group by ${Prisma.join(names.map((name) => Prisma.raw(`g.${name}`)))}
    order by count(*) desc, min(g.opened_at)
    limit ${limit}`;
}
