import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { toQueueTab } from "#components/reviews/queue/queue-tabs.ts";
import { Queue } from "#components/reviews/queue/queue.tsx";
import { requireSession } from "#lib/auth/session.ts";
import { prefetchReviews } from "./prefetch-reviews.ts";

export const metadata: Metadata = { title: "Review queue" };

type QueuePageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function QueuePage({ searchParams }: QueuePageProps) {
  const actor = await requireSession();
  const tab = toQueueTab((await searchParams)["tab"]);
  return (
    <HydrationBoundary state={await prefetchReviews(actor, tab)}>
      <Queue tab={tab} />
    </HydrationBoundary>
  );
}
