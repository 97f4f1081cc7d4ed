import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";
import { type Tab, TABS } from "../../contract.ts";
import { type ListViewer, REVIEW_SOURCE, tabCondition } from "./tab-condition.ts";

export type CountedTab = Exclude<Tab, "closed" | "all">;

const COUNTED_TABS = TABS.filter((tab): tab is CountedTab => tab !== "closed" && tab !== "all");

const counted = z.record(z.enum(COUNTED_TABS), z.number());

/** All numbers of the navigation in one read of what is not closed. */
export async function countTabs(tx: Db, viewer: ListViewer): Promise<Record<CountedTab, number>> {
  const columns = COUNTED_TABS.map(
    (tab) => Prisma.sql`count(*) filter (where ${tabCondition(tab, viewer)})::int as ${Prisma.raw(`"${tab}"`)}`,
  );
  const rows = await query(
    tx,
    counted,
    Prisma.sql`select ${Prisma.join(columns)} from ${REVIEW_SOURCE} where r.state <> 'closed'`,
  );
  return counted.parse(rows[0]);
}
