"use client";

import Link from "next/link";
import type { ReviewCounts, ReviewList, Tab } from "#lib/reviews/contract.ts";
import { COUNT_CAP } from "#lib/reviews/lists/contract.ts";
import { formatNumber } from "../../ui/format-number.ts";
import classes from "./tabs.module.css";

export type TabLink = { tab: Tab; label: string };

type TabsProps = {
  label: string;
  path: string;
  tabs: readonly TabLink[];
  current: Tab;
  counts: ReviewCounts | undefined;
  /** The list itself: its own tab never shows another number than the rows come from. */
  list: Pick<ReviewList, "total" | "totalIsCapped"> | undefined;
};

export function Tabs({ label, path, tabs, current, counts, list }: TabsProps) {
  const countOf = (tab: Tab): string => {
    if (tab === current && list) return `${formatNumber(list.total)}${list.totalIsCapped ? "+" : ""}`;
    if (tab === "closed" || tab === "all" || tab === "decided") return "";
    const count = counts?.[tab];
    if (count === undefined) return "…";
    return count > COUNT_CAP ? `${formatNumber(COUNT_CAP)}+` : formatNumber(count);
  };
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map((each, index) => (
        <Link
          aria-current={each.tab === current ? "page" : undefined}
          className={classes.tab}
          href={index === 0 ? path : `${path}?tab=${each.tab}`}
          key={each.tab}
          prefetch={false}
        >
          {each.label} <span className={classes.count}>{countOf(each.tab)}</span>
        </Link>
      ))}
    </nav>
  );
}
