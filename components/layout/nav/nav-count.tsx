"use client";

import { useQuery } from "@tanstack/react-query";
import { reviewQueries } from "#lib/client/review-queries.ts";
import { COUNT_CAP } from "#lib/reviews/lists/words.ts";
import { formatCount } from "../../ui/format-number.ts";
import { useLive } from "../live/live-provider.tsx";

/** The same figures as the lists' own tabs, so that a badge never promises what its list does not hold. */
export function NavCount({ of }: { of: "needs_decision" | "to_sign" }) {
  const { data } = useQuery({ ...reviewQueries.counts(), refetchInterval: useLive().pollMs });
  const count = data?.[of];
  if (count === undefined) return null;
  return <>{formatCount(count, COUNT_CAP)}</>;
}
