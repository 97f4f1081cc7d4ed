"use client";

import { Skeleton, Title } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type RunFilter, runQueries, searchOf } from "#lib/client/run-queries.ts";
import { useLive } from "../layout/live/live-provider.tsx";
import { LiveStatus } from "../layout/live/live-status.tsx";
import { BusyButton } from "../reviews/busy-button.tsx";
import { Trouble } from "../reviews/notices/trouble.tsx";
import { NowProvider } from "../reviews/now.tsx";
import { RunFilters } from "./run-filters.tsx";
import { RunTable } from "./run-table.tsx";
import classes from "./runs.module.css";

const SKELETON_ROWS = ["first", "second", "third"];

/** Runs with open work, longest paused first; the filter stands in the address. */
export function Runs({ filter: initial }: { filter: RunFilter }) {
  const [filter, setFilter] = useState(initial);
  const { pollMs } = useLive();
  const list = useInfiniteQuery({
    ...runQueries.list(filter),
    refetchInterval: pollMs,
    refetchOnWindowFocus: pollMs !== false,
  });
  const first = list.data?.pages[0];
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const apply = (next: RunFilter) => {
    setFilter(next);
    const search = searchOf(next).toString();
    window.history.replaceState(null, "", search === "" ? "/runs" : `/runs?${search}`);
  };
  return (
    <>
      <div className={classes.top}>
        <Title order={1}>Runs</Title>
        {first && <LiveStatus answeredAt={first.at} isFailing={list.error !== null} />}
      </div>
      <p className={classes.hint}>
        Runs with open work, longest paused first. One that is done or stopped is found by its whole run id.
        {first?.isCapped && " There is more open work than is listed here: what has waited longest is."}
      </p>
      <RunFilters filter={filter} onFilter={apply} />
      {list.error && (
        <div className={classes.trouble}>
          <Trouble error={list.error} onRetry={() => void list.refetch()} since={first?.at} what="This list" />
        </div>
      )}
      {first && (
        <NowProvider answeredAt={first.at}>
          {rows.length === 0 ? <Empty filter={filter} /> : <RunTable rows={rows} />}
        </NowProvider>
      )}
      {list.hasNextPage && (
        <BusyButton
          isBusy={list.isFetchingNextPage}
          mt="md"
          onClick={() => void list.fetchNextPage()}
          variant="default"
        >
          Show more
        </BusyButton>
      )}
      {list.isPending && SKELETON_ROWS.map((row) => <Skeleton height={40} key={row} mt="sm" />)}
    </>
  );
}

function Empty({ filter: { state, kind, stuck, text } }: { filter: RunFilter }) {
  const isFiltered = state !== null || kind !== null || stuck || text !== null;
  return (
    <div className={classes.empty}>
      <p className={classes.emptyTitle}>{isFiltered ? "No run matches." : "No run has open work."}</p>
      <p>
        {state === "done" || state === "stopped"
          ? "Runs that are over are not listed: give the whole run id."
          : "A run stands here while a step of it waits for a person or a worker."}
      </p>
    </div>
  );
}
