import { queryOptions } from "@tanstack/react-query";
import type { LastPass } from "#lib/reaper/contract.ts";
import type { Pass, PassList, ReaperHealth } from "#lib/reaper/health/contract.ts";
import { getJson, postJson } from "./api.ts";

export const reaperQueries = {
  all: ["reaper"] as const,

  lastPass: () =>
    queryOptions({
      queryKey: [...reaperQueries.all, "last-pass"] as const,
      queryFn: ({ signal }) => getJson<LastPass>("/api/reaper/last-pass", signal),
    }),

  passes: () =>
    queryOptions({
      queryKey: [...reaperQueries.all, "passes"] as const,
      queryFn: ({ signal }) => getJson<PassList>("/api/reaper/runs", signal),
    }),

  health: () =>
    queryOptions({
      queryKey: [...reaperQueries.all, "health"] as const,
      queryFn: ({ signal }) => getJson<ReaperHealth>("/api/reaper/health", signal),
    }),
};

export const reaperCalls = {
  run: () => postJson<Pass>("/api/reaper/runs", {}),
};
