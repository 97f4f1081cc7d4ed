import { dehydrate, HydrationBoundary, noop } from "@tanstack/react-query";
import type { Metadata } from "next";
import { makeQueryClient } from "#components/layout/query-client.ts";
import { Overview } from "#components/overview/overview.tsx";
import { requireSession } from "#lib/auth/session.ts";
import { overviewQueries } from "#lib/client/overview/overview-queries.ts";
import { reaperQueries } from "#lib/client/reaper-queries.ts";
import { readReaperHealth } from "#lib/reaper/index.ts";
import { groupReviews, readFigures, readStuckPerHour } from "#lib/reviews/index.ts";
import { groupReviewsInputSchema } from "#lib/reviews/lists/contract.ts";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  const actor = await requireSession();
  const queryClient = makeQueryClient();
  const byCause = groupReviewsInputSchema.parse({ by: "cause" });
  // A box whose figures are not there is asked for again by the browser, which says so.
  await Promise.all([
    queryClient.query({ ...overviewQueries.figures(), queryFn: () => readFigures(actor) }).catch(noop),
    queryClient.query({ ...overviewQueries.causes(), queryFn: () => groupReviews(actor, byCause) }).catch(noop),
    queryClient.query({ ...overviewQueries.stuckPerHour(), queryFn: () => readStuckPerHour(actor) }).catch(noop),
    queryClient.query({ ...reaperQueries.health(), queryFn: () => readReaperHealth(actor) }).catch(noop),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <Overview />
    </HydrationBoundary>
  );
}
