import { z } from "zod";
import { type Db, Prisma, query } from "#lib/db/index.ts";
import { type Tab, TABS } from "../../contract.ts";
import { type ListViewer, tabCondition } from "../reviews/tab-condition.ts";
import { listOrder } from "./list-order.ts";
import { countOf } from "./list-review-rows.ts";

export type CountedTab = Exclude<Tab, "closed" | "all" | "decided">;

const COUNTED_TABS = TABS.filter((tab): tab is CountedTab => tab !== "closed" && tab !== "all" && tab !== "decided");

const counted = z.record(z.enum(COUNTED_TABS), z.number());

/** All numbers of the navigation, each by the index of its own list. */
export async function countTabs(tx: Db, viewer: ListViewer): Promise<Record<CountedTab, number>> {
  const rows = await query(tx, counted, countTabsStatement(viewer));
  return counted.parse(rows[0]);
}

export function countTabsStatement(viewer: ListViewer): Prisma.Sql {
  const columns = COUNTED_TABS.map(
    (tab) => Prisma.sql`(${countOf(tabCondition(tab, viewer), listOrder({ tab }))}) as ${Prisma.raw(`"${tab}"`)}`,
  );
  return Prisma.sql`select ${Prisma.join(columns)}`;
}
