"use client";

import { keepPreviousData, useInfiniteQuery, useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from "react";
import { PAGE_ROWS, type QueueQuery, queueQueries } from "#lib/client/queue/queue-queries.ts";
import type { ReviewRow } from "#lib/reviews/contract.ts";
import type { ReviewStanding } from "#lib/reviews/lists/contract.ts";
import { useLive } from "../../../layout/live/live-provider.tsx";
import { arrivedOf, blocksInSight, keepRows } from "./keep-rows.ts";

/** As long as a list stays open: what is known of a row that was scrolled away is not forgotten. */
const KEPT_FOR_MS = 60 * 60_000;
/** Read anew in one go; what lies below is read again on the way there. */
const MOST_PAGES_ANEW = 10;

type Sight = { first: number; last: number };
const TOP: Sight = { first: 0, last: 0 };

/** The rows of a list as they were read, how each stands by now, and what would be new. */
export function useQueueRows(query: QueueQuery) {
  const queryClient = useQueryClient();
  const [sight, setSight] = useState(TOP);
  const list = useInfiniteQuery({ ...queueQueries.rows(query), placeholderData: keepPreviousData });
  const { refetch } = list;
  const { data, isPlaceholderData } = list;
  const read = useMemo(() => data?.pages.map(({ items }) => items) ?? [], [data]);
  const since = data?.pages[0]?.at;
  const standing = useStanding({ query, since: isPlaceholderData ? undefined : since, read, sight });
  const rows = useMemo(() => keepRows(read, standing.all), [read, standing.all]);
  const hasMore = list.hasNextPage;
  const first = data?.pages[0];

  const readAnew = useCallback(async () => {
    const { queryKey } = queueQueries.rows(query);
    queryClient.setQueryData(queryKey, (had) =>
      had === undefined || had.pages.length <= MOST_PAGES_ANEW
        ? had
        : { pages: had.pages.slice(0, MOST_PAGES_ANEW), pageParams: had.pageParams.slice(0, MOST_PAGES_ANEW) },
    );
    await refetch();
  }, [queryClient, query, refetch]);

  // Nothing is under the hand while nothing is shown.
  const isFilled = rows.length === 0 && (standing.newest?.total ?? 0) > 0;
  const fill = useEffectEvent(() => void readAnew());
  useEffect(() => {
    if (isFilled) fill();
  }, [isFilled]);

  const inSight = useCallback(
    (next: Sight) =>
      setSight((had) =>
        Math.floor(had.first / PAGE_ROWS) === Math.floor(next.first / PAGE_ROWS) &&
        Math.floor(had.last / PAGE_ROWS) === Math.floor(next.last / PAGE_ROWS)
          ? had
          : next,
      ),
    [],
  );
  return {
    rows,
    hasMore,
    since,
    isLoading: list.isPending,
    isStale: isPlaceholderData,
    isLoadingMore: list.isFetchingNextPage,
    couldNotLoadMore: list.isFetchNextPageError,
    loadMore: () => void list.fetchNextPage(),
    /** Before the end comes into sight. */
    loadAhead: () => {
      if (hasMore && !isPlaceholderData && !list.isFetching && !list.isFetchNextPageError) void list.fetchNextPage();
    },
    error: list.error ?? standing.error,
    retry: () => void (list.error === null ? standing.refetch() : list.refetch()),
    readAnew,
    inSight,
    total: standing.newest?.total ?? first?.total ?? 0,
    totalIsCapped: standing.newest?.totalIsCapped ?? first?.totalIsCapped ?? false,
    arrived: isPlaceholderData ? 0 : arrivedOf({ rows, hasMore, standing: standing.newest }),
    answeredAt: standing.newest?.at ?? since,
  };
}

export type QueueRows = ReturnType<typeof useQueueRows>;

type StandingOf = {
  query: QueueQuery;
  since: string | undefined;
  read: readonly (readonly ReviewRow[])[];
  sight: Sight;
};

/** Asked about what is in sight only; remembered of what was. */
function useStanding({ query, since, read, sight }: StandingOf) {
  const { pollMs } = useLive();
  const queryClient = useQueryClient();
  const pages = useMemo(() => (read.length === 0 ? [[]] : read.map((rows) => rows.map(({ id }) => id))), [read]);
  const blocks = blocksInSight(read.flat().length, sight, PAGE_ROWS).filter((block) => block < pages.length);
  const combined = useQueries({
    queries: blocks.map((block) => ({
      ...queueQueries.standing({ query, since: since ?? "", ids: pages[block] ?? [] }),
      enabled: since !== undefined,
      gcTime: KEPT_FOR_MS,
      refetchInterval: pollMs,
      refetchOnWindowFocus: pollMs !== false,
    })),
    combine,
  });
  const { newest, error, refetch } = combined;
  const all = useMemo(() => {
    const of = (ids: readonly string[]) => queueQueries.standing({ query, since: since ?? "", ids }).queryKey;
    return since === undefined ? [] : pages.map((ids) => queryClient.getQueryData<ReviewStanding>(of(ids)));
    // oxlint-disable-next-line react/exhaustive-deps -- the cache has changed when what was asked for has
  }, [pages, since, query, queryClient, newest]);
  return { all, newest, error, refetch };
}

type Result = {
  data: ReviewStanding | undefined;
  dataUpdatedAt: number;
  error: Error | null;
  refetch: () => unknown;
};

function combine(results: Result[]) {
  const newest = results.toSorted((one, other) => other.dataUpdatedAt - one.dataUpdatedAt)[0];
  return {
    newest: newest?.data,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => results.forEach((result) => void result.refetch()),
  };
}
