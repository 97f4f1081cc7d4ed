"use client";

import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useState, useSyncExternalStore } from "react";
import type { KeptRow } from "../rows/keep-rows.ts";

const ROW_PX = 46;
const OVERSCAN = 4;
/** What covers the page's top and bottom: its header with that of the grid, and the bar of what is selected. */
const COVERED_PX = { top: 48 + 36, bottom: 96 };
/** The server knows no window; this one shows a first page without scripts. */
const FIRST_RECT = { width: 1280, height: 900 };

type VirtualRows = { rows: readonly KeptRow[]; activeIndex: number; body: RefObject<HTMLElement | null> };

/** The rows in sight, and the active one wherever it is: were it taken away, the focus would fall to the page. */
export function useVirtualRows({ rows, activeIndex, body }: VirtualRows) {
  const isBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [top, setTop] = useState(0);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const inSight = defaultRangeExtractor(range);
      const isInside = activeIndex >= (inSight[0] ?? 0) && activeIndex <= (inSight.at(-1) ?? 0);
      return isInside || activeIndex >= range.count
        ? inSight
        : [...inSight, activeIndex].toSorted((one, other) => one - other);
    },
    [activeIndex],
  );
  // oxlint-disable-next-line react/incompatible-library -- no compiler is used; what it returns changes by itself
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.row.id ?? index,
    initialOffset: () => (isBrowser ? window.scrollY : 0),
    initialRect: FIRST_RECT,
    overscan: OVERSCAN,
    rangeExtractor,
    scrollMargin: top,
    scrollPaddingEnd: COVERED_PX.bottom,
    scrollPaddingStart: COVERED_PX.top,
    useFlushSync: false,
  });
  // What stands above the list comes and goes without it.
  useEffect(() => {
    const measure = () => {
      const place = Math.round((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
      setTop((had) => (Math.abs(place - had) > 1 ? place : had));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [body]);
  return virtualizer;
}

const never = () => () => undefined;
