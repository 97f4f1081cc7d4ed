"use client";

import { useQuery } from "@tanstack/react-query";
import { reaperQueries } from "#lib/client/reaper-queries.ts";
import { useLive } from "../layout/live/live-provider.tsx";
import { formatDuration } from "../ui/format-time.ts";
import { useTicking } from "../ui/time/clock.tsx";

/** In every empty state: nothing is here only if somebody has looked. "Reaper last ran 40 s ago." */
export function LastPass() {
  const { pollMs } = useLive();
  const { data } = useQuery({ ...reaperQueries.lastPass(), refetchInterval: pollMs });
  const endedAt = data?.endedAt ?? null;
  const age = useTicking((now) => (endedAt === null ? "" : formatDuration((now - Date.parse(endedAt)) / 1000)));
  if (data === undefined) return <>When the reaper last ran is not known.</>;
  return (
    <span className="tabular">{endedAt === null ? "The reaper has never run." : `Reaper last ran ${age} ago.`}</span>
  );
}
