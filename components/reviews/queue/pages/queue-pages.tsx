"use client";

import { Skeleton } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { queueQueries } from "#lib/client/queue/queue-queries.ts";
import { useLive } from "../../../layout/live/live-provider.tsx";
import { formatNumber } from "../../../ui/format-number.ts";
import { ReviewTable } from "../../list/review-table.tsx";
import { Trouble } from "../../notices/trouble.tsx";
import { NowProvider } from "../../now.tsx";
import { optionalColumns, queueColumns } from "../queue-columns.tsx";
import { QueueEmpty } from "../queue-empty.tsx";
import type { ShownProps } from "../queue-list.tsx";
import { pathOf, queryOf } from "../queue-view.ts";
import classes from "../../list/review-list.module.css";

/** A plain table of a hundred rows and links to the next: for print, for strong zoom, and without scripts. */
export function QueuePages({ view, change, counts, label, onFresh }: ShownProps) {
  const { pollMs } = useLive();
  const query = useQuery({
    ...queueQueries.page(queryOf(view), view.cursor),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });
  const { data, error, refetch } = query;
  const answeredAt = data?.at;
  useEffect(() => onFresh({ answeredAt, isFailing: error !== null }), [onFresh, answeredAt, error]);
  return (
    <div className={classes.rows} id="list" tabIndex={-1}>
      {error && <Trouble error={error} onRetry={() => void refetch()} since={answeredAt} what="This list" />}
      {query.isPending && !error && [1, 2, 3].map((row) => <Skeleton height={40} key={row} mt="sm" />)}
      {data && (
        <NowProvider answeredAt={data.at}>
          {data.items.length === 0 ? (
            <QueueEmpty change={change} counts={counts} view={view} />
          ) : (
            <ReviewTable
              columns={[...queueColumns(view.tab, false), ...optionalColumns(view.columns)]}
              label={label}
              layout="queue"
              rows={data.items.map((row) => ({ row, gone: false }))}
            />
          )}
          <nav aria-label="Pages" className={classes.more}>
            <span>
              {formatNumber(data.items.length)} of {formatNumber(data.total)}
              {data.totalIsCapped && "+"}
            </span>
            {view.cursor !== null && <a href={pathOf({ ...view, cursor: null })}>First page</a>}
            {data.nextCursor !== null && <a href={pathOf({ ...view, cursor: data.nextCursor })}>Next page</a>}
          </nav>
        </NowProvider>
      )}
    </div>
  );
}
