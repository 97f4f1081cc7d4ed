"use client";

import { useQuery } from "@tanstack/react-query";
import { reviewQueries } from "#lib/client/review-queries.ts";
import { formatNumber } from "../../ui/format-number.ts";
import { useLive } from "../live/live-provider.tsx";

const MOST_SHOWN = 9999;

/** The same figures as the lists' own tabs, so that a badge never promises what its list does not hold. */
export function NavCount({ of }: { of: "needs_decision" | "to_sign" }) {
  const { data } = useQuery({ ...reviewQueries.counts(), refetchInterval: useLive().pollMs });
  const count = data?.[of];
  if (count === undefined) return null;
  return <>{count > MOST_SHOWN ? "9,999+" : formatNumber(count)}</>;
}
