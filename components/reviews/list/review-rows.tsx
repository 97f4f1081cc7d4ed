"use client";

import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { ReviewList } from "#lib/reviews/contract.ts";
import { LastPass } from "../../reaper/last-pass.tsx";
import { formatNumber } from "../../ui/format-number.ts";
import { BusyButton } from "../busy-button.tsx";
import { type Column, type Layout, ReviewTable } from "./review-table.tsx";
import { useSteadyRows } from "./steady-rows.ts";
import classes from "./review-list.module.css";

/** What an empty list says: that nothing is here, and what would be. */
export type Empty = { title: string; hint: string };

type ReviewRowsProps = {
  pages: readonly ReviewList[];
  columns: readonly Column[];
  layout: Layout;
  label: string;
  empty: Empty;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
};

export function ReviewRows({ pages, columns, layout, label, empty, hasMore, isLoadingMore, onMore }: ReviewRowsProps) {
  const itemsOf = pages.map(({ items }) => items);
  const { rows, arrived, left, showAll } = useSteadyRows(itemsOf, hasMore);
  const frame = useRef<HTMLDivElement>(null);
  const focusFrom = useRef<number | null>(null);
  useEffect(() => {
    if (focusFrom.current === null || rows.length <= focusFrom.current) return;
    frame.current?.querySelectorAll<HTMLElement>("[data-row-link]")[focusFrom.current]?.focus();
    focusFrom.current = null;
  }, [rows.length]);
  const more = () => {
    focusFrom.current = rows.length;
    onMore();
  };
  const show = () => {
    showAll();
    frame.current?.focus();
  };
  const total = pages[0]?.total ?? 0;
  return (
    <div className={classes.rows} id="list" ref={frame} tabIndex={-1}>
      <div aria-live="polite">
        {(arrived > 0 || left > 0) && <Changes arrived={arrived} left={left} onShow={show} />}
      </div>
      {rows.length === 0 ? (
        <div className={classes.empty}>
          <p className={classes.emptyTitle}>{empty.title}</p>
          <p className={classes.emptyHint}>{empty.hint}</p>
          <p className={classes.emptyHint}>
            <LastPass />
          </p>
        </div>
      ) : (
        <ReviewTable columns={columns} label={label} layout={layout} rows={rows} />
      )}
      {hasMore && (
        <div className={classes.more}>
          <BusyButton isBusy={isLoadingMore} onClick={more} variant="default">
            Show more
          </BusyButton>
          <span>
            {formatNumber(rows.length)} of {formatNumber(total)}
          </span>
        </div>
      )}
    </div>
  );
}

function Changes({ arrived, left, onShow }: { arrived: number; left: number; onShow: () => void }) {
  const words = [arrived > 0 && `${arrived} new`, left > 0 && `${left} no longer here`].filter(Boolean).join(", ");
  return (
    <p className={classes.changes}>
      {words}
      <Button onClick={onShow} size="compact-sm" variant="default">
        Show
      </Button>
    </p>
  );
}
