import { infiniteQueryOptions } from "@tanstack/react-query";
import type { BulkDetail, BulkList, ItemOutcome } from "#lib/reviews/bulk/contract.ts";
import { getJson } from "./api.ts";
import { reviewQueries } from "./review-queries.ts";

export type Shown = ItemOutcome | "all";

/** Among those of the reviews: whatever changes a case changes what has become of the sets that it is in. */
export const bulkQueries = {
  list: () =>
    infiniteQueryOptions({
      queryKey: [...reviewQueries.all, "bulk", "list"] as const,
      queryFn: ({ pageParam, signal }) => getJson<BulkList>(`/api/bulk-requests?${cursorOf(pageParam)}`, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (last: BulkList) => last.nextCursor,
    }),

  /** The set itself stands on each page; the newest answer is the first one's. */
  detail: (id: string, show: Shown) =>
    infiniteQueryOptions({
      queryKey: [...reviewQueries.all, "bulk", "detail", id, show] as const,
      queryFn: ({ pageParam, signal }) =>
        getJson<BulkDetail>(`/api/bulk-requests/${encodeURIComponent(id)}?show=${show}&${cursorOf(pageParam)}`, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (last: BulkDetail) => last.nextCursor,
    }),
};

function cursorOf(cursor: string | null): string {
  return new URLSearchParams(cursor === null ? {} : { cursor }).toString();
}
