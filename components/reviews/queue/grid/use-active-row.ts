"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { KeptRow } from "../rows/keep-rows.ts";

const WRITE_AFTER_MS = 300;

/** Which row the keys act on; it is the grid's one stop, and is named in the address. */
export function useActiveRow(rows: readonly KeptRow[]) {
  const frame = useRef<HTMLDivElement>(null);
  const addressed = useSearchParams().get("at");
  const [chosen, setChosen] = useState(addressed);
  /** Counts the times that the focus was sent there: the row may have to be drawn first. */
  const [sent, setSent] = useState(0);
  const places = useMemo(() => new Map(rows.map(({ row }, index) => [row.id, index])), [rows]);
  const index = Math.max(0, places.get(chosen ?? "") ?? 0);
  const active = rows[index] ?? null;

  const focusRow = useCallback(
    (to: number) => {
      const next = rows[Math.max(0, Math.min(to, rows.length - 1))];
      if (next === undefined) return;
      setChosen(next.row.id);
      setSent((times) => times + 1);
    },
    [rows],
  );
  const focusList = useCallback(() => setSent((times) => times + 1), []);
  const hasFocus = useCallback(() => frame.current?.contains(document.activeElement) ?? false, []);

  useLayoutEffect(() => {
    if (sent === 0) return;
    const row = frame.current?.querySelector<HTMLElement>("[data-active]");
    (row ?? frame.current)?.focus({ preventScroll: true });
  }, [sent]);

  useAddress(chosen);
  return { frame, active, index, places, sent, focusRow, focusList, hasFocus, choose: setChosen };
}

export type ActiveRow = ReturnType<typeof useActiveRow>;

/** Written when the keys rest, and past the router: told of it, it would drop a page that is on its way. */
function useAddress(chosen: string | null): void {
  useEffect(() => {
    if (chosen === null) return;
    const timer = setTimeout(() => {
      const url = new URL(window.location.href);
      if (url.searchParams.get("at") === chosen) return;
      url.searchParams.set("at", chosen);
      window.history.replaceState(window.history.state, "", url);
    }, WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [chosen]);
}
