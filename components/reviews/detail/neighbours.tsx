"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { reviewQueries } from "#lib/client/review-queries.ts";
import { formatNumber } from "../../ui/format-number.ts";
import { useKeys } from "../../ui/keys/use-keys.ts";
import classes from "./review.module.css";

/** Where this case stands among those that need a decision, and the ways to the one before and the one after. */
export function Neighbours({ id }: { id: string }) {
  const router = useRouter();
  const { data } = useQuery(reviewQueries.waiting());
  const place = data?.items.findIndex((row) => row.id === id) ?? -1;
  const before = place < 0 ? undefined : data?.items[place - 1];
  const after = place < 0 ? data?.items.find((row) => row.id !== id) : data?.items[place + 1];
  const open = (row: { id: string } | undefined) => row && router.push(`/reviews/${row.id}`);
  useKeys("item", [
    { keys: "j", word: "Next case in the queue", run: () => open(after), isOff: after === undefined },
    { keys: "k", word: "Case before in the queue", run: () => open(before), isOff: before === undefined },
    { keys: "u", word: "Back to the queue", run: () => router.push("/queue") },
  ]);
  if (data === undefined) return null;
  return (
    <nav aria-label="Neighbours in the queue" className={classes.neighbours}>
      {place >= 0 && (
        <span>
          {place + 1} of {formatNumber(data.total)}
        </span>
      )}
      {before && <Link href={`/reviews/${before.id}`}>Previous</Link>}
      {after && <Link href={`/reviews/${after.id}`}>Next</Link>}
    </nav>
  );
}
