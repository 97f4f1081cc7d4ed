import type { ReviewDetail, ReviewRow } from "#lib/reviews/contract.ts";
import { readReview } from "#lib/reviews/index.ts";
import { isAppError } from "../../errors.ts";
import type { Content, Reader } from "./content.ts";

const SHOWN_HASH_DIGITS = 12;

/** A case as its page shows it to this reader; null where it is gone, or not theirs to see. */
export async function findCase(reviewId: string | null, { actor }: Reader): Promise<ReviewDetail | null> {
  if (reviewId === null) return null;
  try {
    return await readReview(actor, reviewId);
  } catch (error) {
    if (isAppError(error, "not_found") || isAppError(error, "forbidden")) return null;
    throw error;
  }
}

export function factsOfAction(review: ReviewRow): Content["facts"] {
  const hash = review.payloadHash?.slice(0, SHOWN_HASH_DIGITS);
  return [
    ...(review.risk === null ? [] : [["Risk", review.risk.why] as const]),
    ["Action", `${review.shortKey}, attempt ${review.attempt}${hash === undefined ? "" : `, payload ${hash}`}`],
  ];
}
