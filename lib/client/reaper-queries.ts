import { queryOptions } from "@tanstack/react-query";
import type { LastPass } from "#lib/reaper/contract.ts";
import { getJson } from "./api.ts";

export const reaperQueries = {
  all: ["reaper"] as const,

  lastPass: () =>
    queryOptions({
      queryKey: [...reaperQueries.all, "last-pass"] as const,
      queryFn: ({ signal }) => getJson<LastPass>("/api/reaper/last-pass", signal),
    }),
};
