import { type DehydratedState, dehydrate, noop } from "@tanstack/react-query";
import { makeQueryClient } from "#components/layout/query-client.ts";
import type { Actor } from "#lib/auth/index.ts";
import { reviewQueries } from "#lib/client/review-queries.ts";
import type { Tab } from "#lib/reviews/contract.ts";
import { countReviews, listReviews } from "#lib/reviews/index.ts";
import { listReviewsInputSchema } from "#lib/reviews/lists/contract.ts";

/** What is not answered here is asked for by the browser, which can say what is wrong and try again. */
export async function prefetchReviews(actor: Actor, tab: Tab): Promise<DehydratedState> {
  const queryClient = makeQueryClient();
  const input = listReviewsInputSchema.parse({ tab });
  await Promise.all([
    queryClient.infiniteQuery({ ...reviewQueries.list(tab), queryFn: () => listReviews(actor, input) }).catch(noop),
    queryClient.query({ ...reviewQueries.counts(), queryFn: () => countReviews(actor) }).catch(noop),
  ]);
  return dehydrate(queryClient);
}
