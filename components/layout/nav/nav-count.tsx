"use client";

import { useQuery } from "@tanstack/react-query";
import { reviewQueries } from "#lib/client/review-queries.ts";

const POLL_MS = 10_000;
const MOST_SHOWN = 9999;

/** The same figures as the lists' own tabs, so that a badge never promises what its list does not hold. */
export function NavCount({ of }: { of: "needs_decision" | "to_sign" }) {
  const { data } = useQuery({ ...reviewQueries.counts(), refetchInterval: POLL_MS });
  const count = data?.[of];
  if (count === undefined) return null;
  return <>{count > MOST_SHOWN ? "9,999+" : count.toLocaleString("en")}</>;
}
