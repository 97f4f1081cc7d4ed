import { createColumnHelper, rowSelectionFeature, rowSortingFeature, tableFeatures } from "@tanstack/react-table";
import { type Sort, sortsOf } from "#lib/reviews/lists/words.ts";
import { optionalColumns, queueColumns, SORT_COLUMNS } from "../queue-columns.tsx";
import type { QueueView } from "../queue-view.ts";
import type { KeptRow } from "../rows/keep-rows.ts";

export const gridFeatures = tableFeatures({ rowSelectionFeature, rowSortingFeature });
export type GridFeatures = typeof gridFeatures;

const helper = createColumnHelper<GridFeatures, KeptRow>();

/** The columns of a tab, and those that were asked for; what a cell says is the same as in the plain table. */
export function gridColumns({ tab, columns }: Pick<QueueView, "tab" | "columns">) {
  const sortable = new Set(sortsOf(tab).map((sort) => SORT_COLUMNS[sort]));
  const all = [...queueColumns(tab, true), ...optionalColumns(columns)];
  return helper.columns([
    helper.display({ id: "select", enableSorting: false }),
    ...all.map(({ id, header, cell }) =>
      // Only a column with a value of its own can be sorted by; which value is the server's business.
      helper.accessor(({ row }) => row.id, {
        id,
        header,
        cell: ({ row }) => cell(row.original.row),
        enableSorting: sortable.has(id),
      }),
    ),
  ]);
}

/** The order that a press on a column's header asks for. */
export function sortOf(tab: QueueView["tab"], column: string): Sort | undefined {
  return sortsOf(tab).find((sort) => SORT_COLUMNS[sort] === column);
}
