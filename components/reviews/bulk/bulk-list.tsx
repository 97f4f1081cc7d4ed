"use client";

import { Skeleton, Title } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { bulkQueries } from "#lib/client/bulk-queries.ts";
import type { BulkRow } from "#lib/reviews/bulk/contract.ts";
import { useLive } from "../../layout/live/live-provider.tsx";
import { LiveStatus } from "../../layout/live/live-status.tsx";
import { Time } from "../../ui/time.tsx";
import { BusyButton } from "../busy-button.tsx";
import { Trouble } from "../notices/trouble.tsx";
import { NowProvider } from "../now.tsx";
import { countOf, stateWord, sumOf } from "./bulk-words.ts";
import classes from "./bulk.module.css";

/** Every set that was asked for, and one's own drafts; newest first. */
export function BulkList() {
  const { pollMs } = useLive();
  const list = useInfiniteQuery({
    ...bulkQueries.list(),
    refetchInterval: pollMs,
    refetchOnWindowFocus: pollMs !== false,
  });
  const first = list.data?.pages[0];
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <div className={classes.top}>
        <Title order={1}>Bulk requests</Title>
        {first && <LiveStatus answeredAt={first.at} isFailing={list.error !== null} />}
      </div>
      {list.error && (
        <div className={classes.trouble}>
          <Trouble error={list.error} onRetry={() => void list.refetch()} since={first?.at} what="This list" />
        </div>
      )}
      {list.isPending && <Skeleton height={96} mt="lg" />}
      {first && (
        <NowProvider answeredAt={first.at}>
          {rows.length === 0 ? (
            <p className={classes.empty}>
              Nothing was asked for in bulk yet. Choose rows in the <Link href="/queue">queue</Link> to begin.
            </p>
          ) : (
            <ul aria-label="Bulk requests" className={classes.list} id="list" tabIndex={-1}>
              {rows.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </ul>
          )}
        </NowProvider>
      )}
      {list.hasNextPage && (
        <BusyButton
          className={classes.more}
          isBusy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
          variant="default"
        >
          Show more
        </BusyButton>
      )}
    </>
  );
}

function Row({ row }: { row: BulkRow }) {
  return (
    <li className={classes.listRow}>
      <Link className={classes.link} href={`/bulk/${row.id}`} prefetch={false}>
        {countOf(row.counts.asked, row.type)}
      </Link>
      <span>
        {stateWord(row)}
        {row.reason !== "" && <>: “{row.reason}”</>}
      </span>
      <span className={classes.dim}>
        {row.requestedBy.name}, <Time at={row.askedAt ?? row.frozenAt} form="detail" />
      </span>
      <span className={classes.dim}>
        {row.state === "draft" ? `${row.counts.leftOut} left out` : sumOf(row.counts)}
      </span>
    </li>
  );
}
