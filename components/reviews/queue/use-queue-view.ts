"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { queueQueries } from "#lib/client/queue/queue-queries.ts";
import { pathOf, queryOf, type QueueView, readView } from "./queue-view.ts";

export type ChangeView = (given: Partial<QueueView>) => void;

/** The address is the view: what is chosen is written there without asking the server for the page, and Back undoes it. */
export function useQueueView(): { view: QueueView; dropped: readonly string[]; change: ChangeView } {
  const search = viewSearch(useSearchParams());
  const read = useMemo(() => readView(new URLSearchParams(search)), [search]);
  const queryClient = useQueryClient();
  const { view } = read;
  const change = useCallback(
    (given: Partial<QueueView>) => {
      const next = { ...view, cursor: null, ...given };
      const path = pathOf(next);
      if (path === pathOf(view)) return;
      // Chosen anew it is read anew; by Back it is as it was left.
      const { queryKey } = queueQueries.rows(queryOf(next));
      if (JSON.stringify(queryOf(next)) !== JSON.stringify(queryOf(view))) queryClient.removeQueries({ queryKey });
      window.history.pushState(null, "", path);
    },
    [view, queryClient],
  );
  return { ...read, change };
}

/** Without the focused row, which moves with every key. */
function viewSearch(params: Iterable<[string, string]>): string {
  return new URLSearchParams([...params].filter(([name]) => name !== "at")).toString();
}
