"use client";

import { Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { reviewQueries } from "#lib/client/review-queries.ts";
import { useLive } from "../../layout/live/live-provider.tsx";
import { LiveStatus } from "../../layout/live/live-status.tsx";
import { Tabs } from "../list/tabs.tsx";
import { DroppedNote } from "./dropped-note.tsx";
import { FilterBar } from "./filters/filter-bar.tsx";
import { QueueGroups } from "./groups/queue-groups.tsx";
import { QueuePages } from "./pages/queue-pages.tsx";
import { QueueList } from "./queue-list.tsx";
import { QUEUE_TABS } from "./queue-tabs.ts";
import { pathOf } from "./queue-view.ts";
import { useQueueView } from "./use-queue-view.ts";
import { ViewControls } from "./view-controls.tsx";
import classes from "../list/review-list.module.css";

/** How old the rows are, as whatever shows them says it. */
export type Freshness = { answeredAt: string | undefined; isFailing: boolean };

/** The queue as its address says it: a list that scrolls, its groups, or plain pages. */
export function Queue({ environment }: { environment: string }) {
  const { view, dropped, change } = useQueueView();
  const { pollMs } = useLive();
  const counts = useQuery({ ...reviewQueries.counts(), refetchInterval: pollMs });
  const [{ answeredAt, isFailing }, setFreshness] = useState<Freshness>({ answeredAt: undefined, isFailing: false });
  const [chosenGroup, setChosenGroup] = useState<string | null>(null);
  const label = `Review queue: ${QUEUE_TABS.find(({ tab }) => tab === view.tab)?.label}`;
  const shared = { view, change, label, counts: counts.data, onFresh: setFreshness };
  return (
    <>
      <div className={classes.top}>
        <Title order={1}>Review queue</Title>
        {answeredAt && <LiveStatus answeredAt={answeredAt} isFailing={isFailing} />}
        <ViewControls change={change} view={view} />
      </div>
      <Tabs
        counts={counts.data}
        current={view.tab}
        hrefOf={(tab) => pathOf({ ...view, tab, sort: null, order: null, cursor: null })}
        label="Lists of review queue"
        tabs={QUEUE_TABS}
      />
      <FilterBar change={change} view={view} />
      <DroppedNote names={dropped} />
      {view.group !== null ? (
        <QueueGroups
          {...shared}
          by={view.group}
          onSelect={(filter) => {
            setChosenGroup(JSON.stringify(filter));
            change({ filter, group: null });
          }}
        />
      ) : view.pages ? (
        <QueuePages {...shared} />
      ) : (
        <QueueList {...shared} environment={environment} startsSelected={chosenGroup === JSON.stringify(view.filter)} />
      )}
    </>
  );
}
