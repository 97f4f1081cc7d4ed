import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { readView } from "#components/reviews/queue/queue-view.ts";
import { Queue } from "#components/reviews/queue/queue.tsx";
import { requireSession } from "#lib/auth/session.ts";
import { environmentName } from "#lib/env.ts";
import { prefetchQueue } from "./prefetch-queue.ts";

export const metadata: Metadata = { title: "Review queue" };

type QueuePageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function QueuePage({ searchParams }: QueuePageProps) {
  const actor = await requireSession();
  const { view } = readView(pairsOf(await searchParams));
  return (
    <HydrationBoundary state={await prefetchQueue(actor, view)}>
      <Queue environment={environmentName()} />
    </HydrationBoundary>
  );
}

function pairsOf(params: Record<string, string | string[] | undefined>): [string, string][] {
  return Object.entries(params).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
}
