"use client";

import { useQuery } from "@tanstack/react-query";
import { reaperQueries } from "#lib/client/reaper-queries.ts";
import type { LastPass } from "#lib/reaper/contract.ts";
import { LATE_AFTER_SECONDS } from "#lib/reaper/words.ts";
import { useLive } from "../layout/live/live-provider.tsx";
import { formatDuration } from "../ui/format-time.ts";
import { useTicking } from "../ui/time/clock.tsx";

/** The sentence of the banner while the reaper is late, else nothing. */
export function useLateReaper(): string | null {
  const { pollMs } = useLive();
  const { data } = useQuery({ ...reaperQueries.lastPass(), refetchInterval: pollMs });
  const sentence = useTicking((now) => (data === undefined ? "" : sayLate(data, now)));
  return sentence === "" ? null : sentence;
}

export function sayLate({ endedAt }: Pick<LastPass, "endedAt">, now: number): string {
  if (endedAt === null) return "The reaper has never run. Stuck sends do not show up.";
  const seconds = (now - Date.parse(endedAt)) / 1000;
  if (seconds <= LATE_AFTER_SECONDS) return "";
  return `Reaper has not run for ${formatDuration(seconds)}. New stuck sends may be missing.`;
}
