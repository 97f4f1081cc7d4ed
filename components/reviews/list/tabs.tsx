"use client";

import Link from "next/link";
import type { ReviewCounts, Tab } from "#lib/reviews/contract.ts";
import { COUNT_CAP } from "#lib/reviews/lists/words.ts";
import { formatCount } from "../../ui/format-number.ts";
import classes from "./tabs.module.css";

export type TabLink<T extends Tab = Tab> = { tab: T; label: string };

type TabsProps<T extends Tab> = {
  label: string;
  tabs: readonly TabLink<T>[];
  current: T;
  hrefOf: (tab: T) => string;
  /** The same figures as the navigation's, so that no two numbers of one list stand side by side. */
  counts: ReviewCounts | undefined;
};

export function Tabs<T extends Tab>({ label, tabs, current, hrefOf, counts }: TabsProps<T>) {
  const countOf = (tab: Tab): string => {
    if (tab === "closed" || tab === "all" || tab === "decided") return "";
    const count = counts?.[tab];
    return count === undefined ? "…" : formatCount(count, COUNT_CAP);
  };
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map((each) => (
        <Link
          aria-current={each.tab === current ? "page" : undefined}
          className={classes.tab}
          href={hrefOf(each.tab)}
          key={each.tab}
          prefetch={false}
        >
          {each.label} <span className={classes.count}>{countOf(each.tab)}</span>
        </Link>
      ))}
    </nav>
  );
}
