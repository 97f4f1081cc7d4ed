import { useState } from "react";

type Identified = { id: string };

export type SteadyRow<T> = { row: T; gone: boolean };

type Shown<T> = { rows: readonly T[]; pages: number };

/**
 * The list does not move under the hand: a row keeps its place with what is known of it by now, one that left stays as
 * a ghost, and one that came in between waits until it is asked for.
 */
export function useSteadyRows<T extends Identified>(pages: readonly (readonly T[])[], hasMore: boolean) {
  const fresh = pages.flat();
  const [shown, setShown] = useState<Shown<T>>({ rows: fresh, pages: pages.length });
  const next = withNewPages(shown, fresh, pages.length);
  if (next !== shown) setShown(next);
  return {
    ...keepPlaces(next.rows, fresh, hasMore),
    showAll: () => setShown({ rows: fresh, pages: pages.length }),
  };
}

/** A further page was asked for, so its rows belong below; and nothing is under the hand while nothing is shown. */
export function withNewPages<T extends Identified>(shown: Shown<T>, fresh: readonly T[], pages: number): Shown<T> {
  if (shown.rows.length === 0) return fresh.length === 0 ? shown : { rows: fresh, pages };
  if (pages <= shown.pages) return shown;
  return { rows: [...shown.rows, ...splitUnseen(shown.rows, fresh).below], pages };
}

/** `arrived`: rows that belong here and are not shown. `left`: shown ones that the server's list no longer has. */
export function keepPlaces<T extends Identified>(shown: readonly T[], fresh: readonly T[], hasMore: boolean) {
  const freshById = new Map(fresh.map((row) => [row.id, row]));
  const rows = shown.map((row) => ({ row: freshById.get(row.id) ?? row, gone: !freshById.has(row.id) }));
  const { between, below } = splitUnseen(shown, fresh);
  // While there are further pages, what stands below the last row is not new: it slid up as others left.
  const arrived = between.length + (hasMore ? 0 : below.length);
  return { rows, arrived, left: rows.filter(({ gone }) => gone).length };
}

function splitUnseen<T extends Identified>(shown: readonly T[], fresh: readonly T[]): { between: T[]; below: T[] } {
  const shownIds = new Set(shown.map((row) => row.id));
  const lastKnown = fresh.findLastIndex((row) => shownIds.has(row.id));
  const isUnseen = (row: T) => !shownIds.has(row.id);
  return {
    between: fresh.slice(0, lastKnown + 1).filter(isUnseen),
    below: fresh.slice(lastKnown + 1).filter(isUnseen),
  };
}
