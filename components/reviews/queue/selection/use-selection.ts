"use client";

import type { RowSelectionState } from "@tanstack/react-table";
import { useCallback, useMemo, useRef, useState } from "react";
import { announce } from "../../../ui/announce/announcements.ts";
import { formatNumber } from "../../../ui/format-number.ts";
import type { KeptRow } from "../rows/keep-rows.ts";

/** Chosen rows, by their ids: they stay chosen while the list is read anew, and are no more once they have left it. */
export function useSelection(rows: readonly KeptRow[], startsWhole: boolean) {
  const [picked, setPicked] = useState<RowSelectionState>({});
  /** Not these rows, but whatever the list finds: frozen by the server when something is asked for. */
  const [isWholeList, setWholeList] = useState(startsWhole);
  const anchor = useRef(0);
  const selected = useMemo(() => (isWholeList ? on(rows) : picked), [isWholeList, rows, picked]);
  const chosen = useMemo(() => rows.filter(({ row, gone }) => !gone && selected[row.id]), [rows, selected]);

  const pick = useCallback((next: RowSelectionState) => {
    setWholeList(false);
    setPicked(next);
  }, []);
  const toggle = useCallback(
    (index: number, isRange: boolean) => {
      const row = rows[index];
      if (row === undefined) return;
      const [from, to] = isRange ? [Math.min(anchor.current, index), Math.max(anchor.current, index)] : [index, index];
      anchor.current = index;
      const isOff = !isRange && selected[row.row.id];
      pick(isOff ? without(selected, row) : { ...selected, ...on(rows.slice(from, to + 1)) });
    },
    [rows, selected, pick],
  );
  const selectLoaded = useCallback(() => {
    pick(on(rows));
    announce(`All ${formatNumber(rows.filter(({ gone }) => !gone).length)} that are loaded are selected.`);
  }, [rows, pick]);
  const selectWholeList = useCallback(() => setWholeList(true), []);
  const clear = useCallback(() => pick({}), [pick]);
  const toggleAll = useCallback(() => (chosen.length > 0 ? clear() : selectLoaded()), [chosen, clear, selectLoaded]);
  /** From one row to another, both included. */
  const extend = useCallback(
    (from: number, to: number) => {
      pick({ ...selected, ...on(rows.slice(Math.min(from, to), Math.max(from, to) + 1)) });
    },
    [rows, selected, pick],
  );
  return { selected, chosen, isWholeList, toggle, toggleAll, selectLoaded, selectWholeList, extend, clear };
}

export type Selection = ReturnType<typeof useSelection>;

function on(rows: readonly KeptRow[]): RowSelectionState {
  return Object.fromEntries(rows.filter(({ gone }) => !gone).map(({ row }) => [row.id, true as const]));
}

function without(had: RowSelectionState, { row }: KeptRow): RowSelectionState {
  const { [row.id]: _off, ...rest } = had;
  return rest;
}
