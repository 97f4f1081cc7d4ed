"use client";

import { Skeleton, Title } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bulkQueries, type Shown } from "#lib/client/bulk-queries.ts";
import type { BulkDetail } from "#lib/reviews/bulk/contract.ts";
import { useLive } from "../../layout/live/live-provider.tsx";
import { LiveStatus } from "../../layout/live/live-status.tsx";
import { Trouble } from "../notices/trouble.tsx";
import { NowProvider } from "../now.tsx";
import { BulkDecision } from "./bulk-decision.tsx";
import { BulkHead } from "./bulk-head.tsx";
import { BulkItems } from "./bulk-items.tsx";
import { titleOf } from "./bulk-words.ts";
import classes from "./bulk.module.css";

/** A release that is claimed is announced by nobody. */
const CLOSE_POLL_MS = 3000;

/** The page of one set: a draft before it is asked for, then what has become of it, item by item. */
export function Bulk({ id }: { id: string }) {
  const [show, setShow] = useState<Shown>("all");
  const [said, setSaid] = useState<string | null>(null);
  const { pollMs } = useLive();
  const query = useInfiniteQuery({
    ...bulkQueries.detail(id, show),
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) => pollMs !== false && pollAfter(state.data?.pages[0], pollMs),
    refetchOnWindowFocus: pollMs !== false,
  });
  const detail = query.data?.pages[0];
  return (
    <>
      {query.error && (
        <div className={classes.trouble}>
          <Trouble error={query.error} onRetry={() => void query.refetch()} since={detail?.at} what="This set" />
        </div>
      )}
      {detail === undefined || query.data === undefined ? (
        <Missing isLoading={!query.error} />
      ) : (
        <NowProvider answeredAt={detail.at}>
          <div className={classes.top}>
            <Title className={classes.title} order={1}>
              {titleOf(detail)}
            </Title>
            <LiveStatus answeredAt={detail.at} isFailing={query.error !== null} />
          </div>
          <p aria-live="polite" className={classes.said}>
            {said}
          </p>
          <BulkHead detail={detail} />
          <BulkItems
            detail={detail}
            hasMore={query.hasNextPage}
            isLoadingMore={query.isFetchingNextPage}
            items={query.data.pages.flatMap(({ items }) => items)}
            onMore={() => void query.fetchNextPage()}
            onShow={setShow}
            show={show}
          />
          <BulkDecision detail={detail} onDone={setSaid} />
        </NowProvider>
      )}
    </>
  );
}

function pollAfter(detail: BulkDetail | undefined, pollMs: number): number {
  const isMoving = detail?.state === "pending" && detail.lastClaimableAt !== null;
  return isMoving ? CLOSE_POLL_MS : pollMs;
}

function Missing({ isLoading }: { isLoading: boolean }) {
  return (
    <>
      <Title order={1}>Bulk request</Title>
      {isLoading && (
        <>
          <Skeleton height={96} mt="lg" />
          <Skeleton height={240} mt="lg" />
        </>
      )}
    </>
  );
}
