import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { CancelRunAnswer, CancelRunInput, RunDetail, RunList, RunState } from "#lib/runs/contract.ts";
import { getJson, postJson } from "./api.ts";

/** What the address of the page says. */
export type RunFilter = { state: RunState | null; kind: string | null; stuck: boolean; text: string | null };

/** Server pages give their own `queryFn`, which asks the domain without the way over HTTP. */
export const runQueries = {
  /** Under what is told of reviews: a run moves with the cases of its actions. */
  all: ["reviews", "runs"] as const,

  list: (filter: RunFilter) =>
    infiniteQueryOptions({
      queryKey: [...runQueries.all, "list", filter] as const,
      queryFn: ({ pageParam, signal }) => getJson<RunList>(`/api/runs?${searchOf(filter, pageParam)}`, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (last: RunList) => last.nextCursor,
    }),

  detail: (runId: string) =>
    queryOptions({
      queryKey: [...runQueries.all, "detail", runId] as const,
      queryFn: ({ signal }) => getJson<RunDetail>(`/api/runs/${encodeURIComponent(runId)}`, signal),
    }),
};

export function searchOf({ state, kind, stuck, text }: RunFilter, cursor: string | null = null): URLSearchParams {
  return new URLSearchParams({
    ...(state !== null && { state }),
    ...(kind !== null && { kind }),
    ...(stuck && { stuck: "true" }),
    ...(text !== null && { text }),
    ...(cursor !== null && { cursor }),
  });
}

export const runDecisions = {
  cancel: (runId: string, input: CancelRunInput, key: string) =>
    postJson<CancelRunAnswer>(`/api/runs/${encodeURIComponent(runId)}/cancel`, input, key),
};
