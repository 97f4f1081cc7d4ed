import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { FreezeBulkAnswer, FreezeBulkInput } from "#lib/reviews/bulk/contract.ts";
import type { ReviewList, Tab } from "#lib/reviews/contract.ts";
import type { ReviewFacets, ReviewGroups, ReviewStanding } from "#lib/reviews/lists/contract.ts";
import type { Grouping, Sort } from "#lib/reviews/lists/words.ts";
import { getJson, postJson } from "../api.ts";
import { reviewQueries } from "../review-queries.ts";

/** The names a list can be filtered by, as the address of the page writes them too. */
export type FilterName =
  | "kind"
  | "risk"
  | "phase"
  | "cause"
  | "host"
  | "run"
  | "recipient"
  | "takenBy"
  | "askedBy"
  | "decideWithin"
  | "waitingOver"
  | "late"
  | "text";

export type QueueFilter = Readonly<Partial<Record<FilterName, string>>>;

/** Which list, in which order. */
export type QueueQuery = { tab: Tab; filter: QueueFilter; sort: Sort | null; order: "asc" | "desc" | null };

/** What has become of these rows of a list, and what joined it since it was read. */
export type Standing = { query: QueueQuery; since: string; ids: readonly string[] };

export const PAGE_ROWS = 100;

export const queueQueries = {
  /**
   * Not among what the server tells about: rows that are on screen stay where they are, and only a person reads the
   * list anew. How each of them stands is asked for beside it.
   */
  rows: (query: QueueQuery) =>
    infiniteQueryOptions({
      queryKey: ["queue rows", query] as const,
      queryFn: ({ pageParam, signal }) => getJson<ReviewList>(rowsPath(query, pageParam), signal),
      initialPageParam: null as string | null,
      getNextPageParam: (last: ReviewList) => last.nextCursor,
      staleTime: "static" as const,
    }),

  page: (query: QueueQuery, cursor: string | null) =>
    queryOptions({
      queryKey: [...reviewQueries.all, "page", query, cursor] as const,
      queryFn: ({ signal }) => getJson<ReviewList>(rowsPath(query, cursor), signal),
    }),

  standing: ({ query, since, ids }: Standing) =>
    queryOptions({
      queryKey: [...reviewQueries.all, "standing", query, since, ids] as const,
      queryFn: ({ signal }) =>
        getJson<ReviewStanding>(`/api/reviews/standing?${searchOf(query, { since, ids: ids.join(",") })}`, signal),
    }),

  facets: ({ tab, filter }: QueueQuery) =>
    queryOptions({
      queryKey: [...reviewQueries.all, "facets", tab, filter] as const,
      queryFn: ({ signal }) =>
        getJson<ReviewFacets>(`/api/reviews/facets?${new URLSearchParams({ tab, ...filter })}`, signal),
    }),

  groups: ({ tab, filter }: QueueQuery, by: Grouping) =>
    queryOptions({
      queryKey: [...reviewQueries.all, "groups", tab, filter, by] as const,
      queryFn: ({ signal }) =>
        getJson<ReviewGroups>(`/api/reviews/groups?${new URLSearchParams({ tab, ...filter, by })}`, signal),
    }),
};

function rowsPath(query: QueueQuery, cursor: string | null): string {
  return `/api/reviews?${searchOf(query, { limit: String(PAGE_ROWS), ...(cursor !== null && { cursor }) })}`;
}

function searchOf({ tab, filter, sort, order }: QueueQuery, more: Record<string, string>): URLSearchParams {
  return new URLSearchParams({
    tab,
    ...filter,
    ...(sort !== null && { sort }),
    ...(order !== null && { order }),
    ...more,
  });
}

/** Makes a draft of a set, to be read before anything is asked for. */
export function freezeSet(input: FreezeBulkInput, key: string): Promise<FreezeBulkAnswer> {
  return postJson<FreezeBulkAnswer>("/api/bulk-requests", input, key);
}
