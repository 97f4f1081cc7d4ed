"use client";

import { Skeleton } from "@mantine/core";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect, useMemo } from "react";
import type { ReviewCounts } from "#lib/reviews/contract.ts";
import { announce } from "../../ui/announce/announcements.ts";
import { Trouble } from "../notices/trouble.tsx";
import { NowProvider } from "../now.tsx";
import { RowDialog } from "./decide/row-dialog.tsx";
import { useItemKeys } from "./decide/use-item-keys.ts";
import { useRowDecision } from "./decide/use-row-decision.ts";
import { QueueGrid } from "./grid/queue-grid.tsx";
import { type ActiveRow, useActiveRow } from "./grid/use-active-row.ts";
import { useListKeys } from "./grid/use-list-keys.ts";
import { QueueEmpty } from "./queue-empty.tsx";
import { queryOf, type QueueView } from "./queue-view.ts";
import type { Freshness } from "./queue.tsx";
import type { KeptRow } from "./rows/keep-rows.ts";
import { ListFoot, NewRows } from "./rows/list-notes.tsx";
import { useQueueRows } from "./rows/use-queue-rows.ts";
import { SelectionBar } from "./selection/selection-bar.tsx";
import { useSelection } from "./selection/use-selection.ts";
import type { ChangeView } from "./use-queue-view.ts";
import classes from "../list/review-list.module.css";

const PreviewPane = dynamic(async () => (await import("./preview/preview-pane.tsx")).PreviewPane, { ssr: false });

export type ShownProps = {
  view: QueueView;
  change: ChangeView;
  label: string;
  counts: ReviewCounts | undefined;
  onFresh: (fresh: Freshness) => void;
};

type QueueListProps = ShownProps & {
  environment: string;
  /** It was opened to be asked for as a whole. */
  startsSelected: boolean;
};

const PREVIEW_FROM_PX = 1200;

function togglePreview({ preview }: QueueView, change: ChangeView): void {
  if (window.innerWidth < PREVIEW_FROM_PX) announce("The preview needs a wider window.");
  else change({ preview: !preview });
}

type Next = { active: ActiveRow; rows: readonly KeptRow[] };

/** After a decision the next row that is still to be decided gets the focus; without one, the row it was. */
function useDecisionInList({ active: { places, focusRow }, rows }: Next) {
  return useRowDecision((reviewId, isDecided) => {
    const at = places.get(reviewId) ?? 0;
    const isOpen = ({ row, gone }: KeptRow) => !gone && row.id !== reviewId;
    const next = rows.findIndex((kept, index) => index > at && isOpen(kept));
    const before = rows.findLastIndex((kept, index) => index < at && isOpen(kept));
    if (!isDecided || (next === -1 && before === -1)) focusRow(at);
    else focusRow(next === -1 ? before : next);
  });
}

/** The list that scrolls: it keeps still under the hand, and everything in it can be done with the keyboard. */
export function QueueList({ view, change, label, counts, onFresh, environment, startsSelected }: QueueListProps) {
  const router = useRouter();
  const query = useMemo(() => queryOf(view), [view]);
  const list = useQueueRows(query);
  const { rows, total, totalIsCapped, arrived, answeredAt } = list;
  const active = useActiveRow(rows);
  const { frame, focusList } = active;
  const selection = useSelection(rows, startsSelected);
  const decision = useDecisionInList({ active, rows });
  const show = async () => {
    await list.readAnew();
    announce("The list was read anew.");
    focusList();
  };
  useItemKeys(active.active, decision);
  useListKeys({
    active,
    selection,
    count: rows.length,
    arrived,
    onOpen: () => active.active && router.push(`/reviews/${active.active.row.id}`),
    onShow: () => void show(),
    onPreview: () => togglePreview(view, change),
  });
  const isFailing = list.error !== null;
  useEffect(() => onFresh({ answeredAt, isFailing }), [onFresh, answeredAt, isFailing]);
  return (
    <>
      {list.error && (
        <div className={classes.trouble}>
          <Trouble error={list.error} onRetry={list.retry} since={answeredAt} what="This list" />
        </div>
      )}
      {list.isLoading && !list.error && [1, 2, 3].map((row) => <Skeleton height={40} key={row} mt="sm" />)}
      {answeredAt && (
        <NowProvider answeredAt={answeredAt}>
          <div className={classes.split} data-preview={view.preview || undefined}>
            <div className={classes.rows} id="list" ref={frame} tabIndex={-1}>
              <NewRows arrived={arrived} onShow={() => void show()} since={list.since} />
              {rows.length === 0 ? (
                <QueueEmpty change={change} counts={counts} view={view} />
              ) : (
                <QueueGrid {...{ active, change, label, list, selection, view }} />
              )}
              <ListFoot list={list} view={view} />
              <SelectionBar {...{ selection, total, totalIsCapped, view }} loaded={rows} />
            </div>
            {view.preview && (
              <PreviewPane onClose={() => change({ preview: false })} row={active.active?.row ?? null} />
            )}
          </div>
          <RowDialog decision={decision} environment={environment} />
        </NowProvider>
      )}
    </>
  );
}
