"use client";

import { Skeleton, Title } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { reviewQueries } from "#lib/client/review-queries.ts";
import type { Tab } from "#lib/reviews/contract.ts";
import { useLive } from "../../layout/live/live-provider.tsx";
import { LiveStatus } from "../../layout/live/live-status.tsx";
import { Trouble } from "../notices/trouble.tsx";
import { NowProvider } from "../now.tsx";
import { type Empty, ReviewRows } from "./review-rows.tsx";
import type { Column, Layout } from "./review-table.tsx";
import { type TabLink, Tabs } from "./tabs.tsx";
import classes from "./review-list.module.css";

const SKELETON_ROWS = ["first", "second", "third"];

type ReviewListProps = {
  title: string;
  path: string;
  layout: Layout;
  tabs: readonly TabLink[];
  tab: Tab;
  columns: readonly Column[];
  empty: Empty;
  /** What is to be said above the rows. */
  note?: ReactNode;
};

/** A list of cases under its tabs, kept up to date without moving what is being read. */
export function ReviewList({ title, path, layout, tabs, tab, columns, empty, note }: ReviewListProps) {
  const { pollMs } = useLive();
  const live = { refetchInterval: pollMs, refetchOnWindowFocus: pollMs !== false };
  const list = useInfiniteQuery({ ...reviewQueries.list(tab), ...live });
  const counts = useQuery({ ...reviewQueries.counts(), ...live });
  const first = list.data?.pages[0];
  return (
    <>
      <div className={classes.top}>
        <Title order={1}>{title}</Title>
        {first && <LiveStatus answeredAt={first.at} isFailing={list.error !== null} />}
      </div>
      <Tabs
        counts={counts.data}
        current={tab}
        hrefOf={(each) => (each === tabs[0]?.tab ? path : `${path}?tab=${each}`)}
        label={`Lists of ${title.toLowerCase()}`}
        tabs={tabs}
      />
      {note}
      {list.error && (
        <div className={classes.trouble}>
          <Trouble error={list.error} onRetry={() => void list.refetch()} since={first?.at} what="This list" />
        </div>
      )}
      {first && list.data && (
        <NowProvider answeredAt={first.at}>
          <ReviewRows
            columns={columns}
            empty={empty}
            hasMore={list.hasNextPage}
            isLoadingMore={list.isFetchingNextPage}
            label={`${title}: ${tabs.find((each) => each.tab === tab)?.label}`}
            layout={layout}
            onMore={() => void list.fetchNextPage()}
            pages={list.data.pages}
          />
        </NowProvider>
      )}
      {list.isPending && SKELETON_ROWS.map((row) => <Skeleton height={40} key={row} mt="sm" />)}
    </>
  );
}
