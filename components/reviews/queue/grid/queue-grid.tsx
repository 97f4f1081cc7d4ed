"use client";

import type { RowSelectionState } from "@tanstack/react-table";
import { Fragment, useEffect, useEffectEvent, useRef } from "react";
import { sortedBy, type QueueView } from "../queue-view.ts";
import type { QueueRows } from "../rows/use-queue-rows.ts";
import type { ChangeView } from "../use-queue-view.ts";
import { sortOf } from "./grid-columns.tsx";
import { GridHead } from "./grid-head.tsx";
import { GridRow } from "./grid-row.tsx";
import type { ActiveRow } from "./use-active-row.ts";
import { useGridTable } from "./use-grid-table.ts";
import { useVirtualRows } from "./use-virtual-rows.ts";
import classes from "../../list/review-table.module.css";

type QueueGridProps = {
  label: string;
  view: QueueView;
  change: ChangeView;
  list: QueueRows;
  active: ActiveRow;
  selection: {
    selected: RowSelectionState;
    toggle: (index: number, isRange: boolean) => void;
    toggleAll: () => void;
  };
};

/** Hidden where there is no room: a cell that spanned them too would make columns of its own. */
const FIRST_TO_GO = new Set(["why", "taken"]);

/** So many rows before the last one that is loaded, the next ones are asked for. */
const NEAR_END_ROWS = 40;

/** A grid: one stop of the keyboard, its rows drawn as they come into sight, cards where there is no room for columns. */
export function QueueGrid(props: QueueGridProps) {
  const { label, view, change, list, active, selection } = props;
  const { rows, isStale } = list;
  const body = useRef<HTMLTableSectionElement>(null);
  const table = useGridTable({ view, rows, selected: selection.selected });
  const virtualizer = useVirtualRows({ rows, activeIndex: active.index, body });
  const items = virtualizer.getVirtualItems();
  const tableRows = table.getRowModel().rows;
  useScrollToActive(active, (index) => virtualizer.scrollToIndex(index, { align: "auto" }));
  const sight = virtualizer.range;
  useTellSight(sight?.startIndex ?? 0, sight?.endIndex ?? 0, list.inSight);
  useNearEnd((sight?.endIndex ?? 0) + NEAR_END_ROWS >= rows.length ? rows.length : null, list.loadAhead);
  const sort = (column: string) => {
    const by = sortOf(view.tab, column);
    if (by !== undefined) change(sortedBy(view, by));
  };
  const columns = table.getAllLeafColumns();
  const span = columns.filter(({ id }) => !FIRST_TO_GO.has(id)).length;
  const margin = virtualizer.options.scrollMargin;
  const below = margin + virtualizer.getTotalSize() - (items.at(-1)?.end ?? margin);
  return (
    <div aria-busy={isStale} className={classes.frame} data-stale={isStale || undefined}>
      <table
        aria-colcount={columns.length}
        aria-label={label}
        aria-multiselectable
        aria-rowcount={rowCountOf(list)}
        className={classes.table}
        data-layout="queue"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- keys work in it: a grid
        role="grid"
      >
        <GridHead
          headers={table.getHeaderGroups()[0]?.headers ?? []}
          onSelectAll={selection.toggleAll}
          onSort={sort}
          selected={table.getIsAllRowsSelected() ? "all" : table.getIsSomeRowsSelected() ? "some" : "none"}
        />
        <tbody className={classes.body} ref={body} role="rowgroup">
          {items.map((item, at) => {
            const row = tableRows[item.index];
            return (
              row && (
                <Fragment key={item.key}>
                  <Gap height={item.start - (items[at - 1]?.end ?? margin)} span={span} />
                  <GridRow
                    index={item.index}
                    isActive={item.index === active.index}
                    isSelected={row.getIsSelected()}
                    measure={virtualizer.measureElement}
                    onChoose={active.choose}
                    onSelect={selection.toggle}
                    row={row}
                    span={span}
                  />
                </Fragment>
              )
            );
          })}
          <Gap height={below} span={span} />
        </tbody>
      </table>
    </div>
  );
}

/** With the header; -1 where nobody has counted that far. */
function rowCountOf({ rows, total, totalIsCapped }: QueueRows): number {
  return totalIsCapped ? -1 : Math.max(total, rows.length) + 1;
}

/** In place of the rows that are not drawn. */
function Gap({ height, span }: { height: number; span: number }) {
  if (height < 1) return null;
  return (
    <tr aria-hidden role="presentation" style={{ height }}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it is hidden, and nothing is in it */}
      <td colSpan={span} />
    </tr>
  );
}

function useScrollToActive({ index, sent }: ActiveRow, scroll: (index: number) => void): void {
  // The first time, to the row that the address names.
  const scrollNow = useEffectEvent((times: number) => (times > 0 || index > 0) && scroll(index));
  useEffect(() => void scrollNow(sent), [sent]);
}

/** Once for every length that the list has had. */
function useNearEnd(countIfNear: number | null, load: () => void): void {
  const loadNow = useEffectEvent((count: number | null) => count !== null && load());
  useEffect(() => void loadNow(countIfNear), [countIfNear]);
}

function useTellSight(first: number, last: number, tell: QueueRows["inSight"]): void {
  useEffect(() => tell({ first, last }), [first, last, tell]);
}
