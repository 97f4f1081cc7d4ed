"use client";

import { type RowSelectionState, useTable } from "@tanstack/react-table";
import { useMemo } from "react";
import { SORT_COLUMNS } from "../queue-columns.tsx";
import { type QueueView, sortingOf } from "../queue-view.ts";
import type { KeptRow } from "../rows/keep-rows.ts";
import { gridColumns, gridFeatures } from "./grid-columns.tsx";

type GridTable = { view: QueueView; rows: readonly KeptRow[]; selected: RowSelectionState };

/** The model of the grid. The server sorts; what is selected and in which order is read stand outside of it. */
export function useGridTable({ view, rows, selected }: GridTable) {
  const { tab, columns: chosen, sort, order } = view;
  const columns = useMemo(() => gridColumns({ tab, columns: chosen }), [tab, chosen]);
  const sorting = useMemo(() => {
    const { by, isDescending } = sortingOf({ tab, sort, order });
    return [{ id: SORT_COLUMNS[by], desc: isDescending }];
  }, [tab, sort, order]);
  return useTable({
    features: gridFeatures,
    columns,
    data: rows,
    getRowId: ({ row }) => row.id,
    enableRowSelection: ({ original }) => !original.gone,
    manualSorting: true,
    state: { rowSelection: selected, sorting },
  });
}
