import { queryOptions } from "@tanstack/react-query";
import type { Figures, ReviewGroups, StuckPerHour } from "#lib/reviews/lists/contract.ts";
import { getJson } from "../api.ts";
import { reviewQueries } from "../review-queries.ts";

/** One question for each box, so that one without an answer leaves the others as they are. */
export const overviewQueries = {
  figures: () =>
    queryOptions({
      queryKey: [...reviewQueries.all, "figures"] as const,
      queryFn: ({ signal }) => getJson<Figures>("/api/reviews/figures", signal),
    }),

  causes: () =>
    queryOptions({
      queryKey: [...reviewQueries.all, "causes"] as const,
      queryFn: ({ signal }) => getJson<ReviewGroups>("/api/reviews/groups?by=cause", signal),
    }),

  stuckPerHour: () =>
    queryOptions({
      queryKey: [...reviewQueries.all, "stuck-per-hour"] as const,
      queryFn: ({ signal }) => getJson<StuckPerHour>("/api/reviews/stuck-per-hour", signal),
    }),
};
