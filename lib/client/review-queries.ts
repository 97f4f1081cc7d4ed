import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ReviewCounts, ReviewDetail, ReviewList, Tab } from "#lib/reviews/contract.ts";
import type { Signing } from "#lib/reviews/signing/contract.ts";
import { getJson } from "./api.ts";

/** Server pages give their own `queryFn`, which asks the domain without the way over HTTP. */
export const reviewQueries = {
  all: ["reviews"] as const,

  list: (tab: Tab) =>
    infiniteQueryOptions({
      queryKey: [...reviewQueries.all, "list", tab] as const,
      queryFn: ({ pageParam, signal }) => getJson<ReviewList>(listPath(tab, pageParam), signal),
      initialPageParam: null as string | null,
      getNextPageParam: (last: ReviewList) => last.nextCursor,
    }),

  /** Those that need a decision, to go from one to the next. */
  waiting: () =>
    queryOptions({
      queryKey: [...reviewQueries.all, "waiting"] as const,
      queryFn: ({ signal }) => getJson<ReviewList>("/api/reviews?tab=needs_decision&limit=100", signal),
    }),

  /** The newest cases of a recipient, the one that asks among them. */
  sameRecipient: (target: string) =>
    queryOptions({
      queryKey: [...reviewQueries.all, "recipient", target] as const,
      queryFn: ({ signal }) =>
        getJson<ReviewList>(
          `/api/reviews?${new URLSearchParams({ tab: "all", recipient: target, limit: "6" })}`,
          signal,
        ),
    }),

  counts: () =>
    queryOptions({
      queryKey: [...reviewQueries.all, "counts"] as const,
      queryFn: ({ signal }) => getJson<ReviewCounts>("/api/reviews/counts", signal),
    }),

  signing: () =>
    queryOptions({
      queryKey: [...reviewQueries.all, "signing"] as const,
      queryFn: ({ signal }) => getJson<Signing>("/api/reviews/signing", signal),
    }),

  detail: (id: string) =>
    queryOptions({
      queryKey: [...reviewQueries.all, "detail", id] as const,
      queryFn: ({ signal }) => getJson<ReviewDetail>(`/api/reviews/${encodeURIComponent(id)}`, signal),
    }),
};

function listPath(tab: Tab, cursor: string | null): string {
  const query = new URLSearchParams({ tab, ...(cursor !== null && { cursor }) });
  return `/api/reviews?${query}`;
}
