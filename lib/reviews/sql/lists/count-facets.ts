import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";
import type { Tab } from "../../contract.ts";
import type { ReviewFilter } from "../../lists/contract.ts";
import { type Facet, FACETS, NOTHING } from "../../lists/words.ts";
import { conditionsOf, type ListScope } from "../reviews/tab-condition.ts";
import { riskWord } from "./risk-word.ts";

/** More than an open queue holds; a list of everything that ever was is counted over its newest cases. */
export const COUNTED_ROWS = 200_000;
const VALUES_PER_FACET = 50;

const facetCount = z.object({ facet: z.enum(FACETS), value: z.string(), count: z.number(), counted: z.number() });
export type FacetCount = z.infer<typeof facetCount>;

/** Each facet under all conditions but its own: what one would find by choosing another of its values. */
export async function countFacets(tx: Db, filter: ReviewFilter, scope: ListScope): Promise<FacetCount[]> {
  return query(tx, facetCount, countFacetsStatement(filter, scope));
}

export function countFacetsStatement(filter: ReviewFilter, scope: ListScope): Prisma.Sql {
  const conditions = Object.entries(conditionsOf(filter, scope));
  const ofFacets = conditions.filter(([name]) => isFacet(name));
  const others = conditions.filter(([name]) => !isFacet(name)).map(([, condition]) => condition);
  const counts = FACETS.map((facet) => {
    const rest = ofFacets.filter(([name]) => name !== facet).map(([, condition]) => condition);
    const where = rest.length === 0 ? Prisma.empty : Prisma.sql`where ${Prisma.join(rest, " and ")}`;
    return Prisma.sql`
      (select ${facet}::text as facet, coalesce(${valueOf(facet, scope)}, ${NOTHING}) as value, count(*)::int as count
      from counted r ${where} group by 2 order by 3 desc, 2 limit ${VALUES_PER_FACET})`;
  });
  return Prisma.sql`
    with counted as materialized (
      select r.action_key, r.kind, r.state, r.attempt, r.edited, r.failure, r.claimed_at, r.first_attempted_at, r.reached, r.cause,
        r.host, r.assignee_id
      from review r
      where ${Prisma.join(others, " and ")}
      ${newest(filter.tab)}
    )
    select facet, value, count, (select count(*)::int from counted) as counted
    from (${Prisma.join(counts, " union all ")}) facets`;
}

/** An open list is counted whole, in whatever order is the cheapest. */
export function newest(tab: Tab): Prisma.Sql {
  const isHistory = tab === "all" || tab === "closed" || tab === "decided";
  return isHistory ? Prisma.sql`order by r.opened_at desc limit ${COUNTED_ROWS}` : Prisma.empty;
}

function isFacet(name: string): boolean {
  return FACETS.some((facet) => facet === name);
}

function valueOf(facet: Facet, { recoveries }: ListScope): Prisma.Sql {
  switch (facet) {
    case "kind":
      return Prisma.sql`r.kind`;
    case "risk":
      return riskWord(recoveries);
    case "phase":
      return Prisma.sql`r.reached`;
    case "cause":
      return Prisma.sql`r.cause`;
    case "host":
      return Prisma.sql`r.host`;
    case "takenBy":
      return Prisma.sql`r.assignee_id`;
  }
}
