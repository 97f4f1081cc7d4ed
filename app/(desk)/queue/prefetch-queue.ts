import { type DehydratedState, dehydrate, noop } from "@tanstack/react-query";
import { makeQueryClient } from "#components/layout/query-client.ts";
import { queryOf, type QueueView } from "#components/reviews/queue/queue-view.ts";
import type { Actor } from "#lib/auth/index.ts";
import { PAGE_ROWS, type QueueQuery, queueQueries } from "#lib/client/queue/queue-queries.ts";
import { reviewQueries } from "#lib/client/review-queries.ts";
import { countReviews, groupReviews, listReviews } from "#lib/reviews/index.ts";
import { groupReviewsInputSchema, type ListReviewsInput, listReviewsInputSchema } from "#lib/reviews/lists/contract.ts";

/** What the page shows first; what is not answered here is asked for by the browser, which can say what is wrong. */
export async function prefetchQueue(actor: Actor, view: QueueView): Promise<DehydratedState> {
  const queryClient = makeQueryClient();
  const counts = queryClient.query({ ...reviewQueries.counts(), queryFn: () => countReviews(actor) });
  await Promise.all([counts.catch(noop), prefetchShown(queryClient, actor, view).catch(noop)]);
  return dehydrate(queryClient);
}

async function prefetchShown(client: ReturnType<typeof makeQueryClient>, actor: Actor, view: QueueView): Promise<void> {
  const query = queryOf(view);
  if (view.group !== null) {
    const input = groupReviewsInputSchema.parse({ tab: query.tab, ...query.filter, by: view.group });
    await client.query({ ...queueQueries.groups(query, view.group), queryFn: () => groupReviews(actor, input) });
  } else if (view.pages) {
    const input = inputOf(query, view.cursor);
    await client.query({ ...queueQueries.page(query, view.cursor), queryFn: () => listReviews(actor, input) });
  } else {
    const input = inputOf(query, null);
    await client.infiniteQuery({ ...queueQueries.rows(query), queryFn: () => listReviews(actor, input) });
  }
}

/** Without what is not given: an address that leaves it out and one that says nothing there are one list. */
function inputOf({ tab, filter, sort, order }: QueueQuery, cursor: string | null): ListReviewsInput {
  const more = { ...(sort && { sort }), ...(order && { order }), ...(cursor !== null && { cursor }) };
  return listReviewsInputSchema.parse({ tab, ...filter, ...more, limit: PAGE_ROWS });
}
