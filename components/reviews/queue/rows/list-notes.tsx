"use client";

import { Button, Skeleton } from "@mantine/core";
import { useEffect } from "react";
import { announce } from "../../../ui/announce/announcements.ts";
import { formatNumber } from "../../../ui/format-number.ts";
import { KeyCaps } from "../../../ui/keys/key-caps.tsx";
import { Time } from "../../../ui/time.tsx";
import { BusyButton } from "../../busy-button.tsx";
import { isFiltered, pathOf, type QueueView } from "../queue-view.ts";
import type { QueueRows } from "./use-queue-rows.ts";
import classes from "../../list/review-list.module.css";

type NewRowsProps = { arrived: number; since: string | undefined; onShow: () => void };

/** What is new waits: the list does not move under the hand. */
export function NewRows({ arrived, since, onShow }: NewRowsProps) {
  useEffect(() => {
    if (arrived > 0) announce(`${formatNumber(arrived)} new in this list.`);
  }, [arrived]);
  if (arrived === 0) return null;
  return (
    <p className={classes.changes}>
      <span>
        {formatNumber(arrived)} new
        {since !== undefined && (
          <>
            {" "}
            since <Time at={since} form="clock" />
          </>
        )}
      </span>
      <Button onClick={onShow} size="compact-sm" variant="default">
        Show <KeyCaps keys="." />
      </Button>
    </p>
  );
}

type ListFootProps = { list: QueueRows; view: QueueView };

/** How much of the list is here; what is missing comes when it is scrolled to. */
export function ListFoot({ list, view }: ListFootProps) {
  const { rows, total, totalIsCapped, hasMore, isLoadingMore, couldNotLoadMore, loadMore } = list;
  if (rows.length === 0) return null;
  const all = `${formatNumber(total)}${totalIsCapped ? "+" : ""}`;
  return (
    <>
      {isLoadingMore && [1, 2, 3].map((row) => <Skeleton height={40} key={row} mt="sm" />)}
      <p className={classes.more}>
        {hasMore && (
          <BusyButton isBusy={isLoadingMore} onClick={loadMore} size="compact-md" variant="default">
            {couldNotLoadMore ? "Try to load more again" : "Load more"}
          </BusyButton>
        )}
        <span>
          {hasMore ? `${formatNumber(rows.length)} of ${all} loaded` : all}
          {isFiltered(view) && " in this filter"}
        </span>
        <noscript>
          <a href={pathOf({ ...view, pages: true })}>All of it as plain pages</a>
        </noscript>
      </p>
    </>
  );
}
