"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { reviewQueries } from "#lib/client/review-queries.ts";
import type { ReviewRow } from "#lib/reviews/contract.ts";
import { kindOf } from "../../actions/kinds/index.ts";
import { Time } from "../../ui/time.tsx";
import { ReviewState } from "../review-state.tsx";
import { Block } from "./block.tsx";
import stepClasses from "../../actions/run-steps.module.css";

/** The commonest reason not to send again: the same was sent, or waits, in another run. */
export function SameRecipient({ review }: { review: ReviewRow & { target: string } }) {
  const { data } = useQuery(reviewQueries.sameRecipient(review.target));
  const others = data?.items.filter(({ id, actionKey }) => id !== review.id && actionKey !== review.actionKey) ?? [];
  if (data === undefined || others.length === 0) return null;
  return (
    <Block title="Other cases of this recipient">
      <ul className={stepClasses.steps}>
        {others.map((row) => (
          <li className={stepClasses.what} key={row.id}>
            <Link className={stepClasses.name} href={`/reviews/${row.id}`} prefetch={false}>
              {row.summary ?? kindOf(row.kind).titleOf(row.target)}
            </Link>
            {isAlike(row, review) && <strong>!! Reads the same as this one</strong>}
            <span className={stepClasses.state}>
              <ReviewState row={row} />
            </span>
            <Time at={row.openedAt} />
          </li>
        ))}
      </ul>
    </Block>
  );
}

function isAlike(row: ReviewRow, review: ReviewRow): boolean {
  if (row.kind !== review.kind) return false;
  return row.payloadHash === review.payloadHash || (row.summary !== null && row.summary === review.summary);
}
