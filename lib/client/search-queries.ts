import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { SearchAnswer } from "#lib/search/contract.ts";
import { getJson } from "./api.ts";

const LEAST_CHARS = 3;

export const searchQueries = {
  /** What was typed is looked for as a whole, so that the first letters of it find nothing. */
  hits: (typed: string) =>
    queryOptions({
      queryKey: ["search", typed] as const,
      queryFn: ({ signal }) => getJson<SearchAnswer>(`/api/search?${new URLSearchParams({ q: typed })}`, signal),
      enabled: typed.length >= LEAST_CHARS,
      placeholderData: keepPreviousData,
    }),
};
