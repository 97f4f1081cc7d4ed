import { dehydrate, HydrationBoundary, noop } from "@tanstack/react-query";
import type { Metadata } from "next";
import { makeQueryClient } from "#components/layout/query-client.ts";
import { ReaperHealth } from "#components/reaper/reaper-health.tsx";
import { hasPermission } from "#lib/auth/index.ts";
import { requireSession } from "#lib/auth/session.ts";
import { reaperQueries } from "#lib/client/reaper-queries.ts";
import { listPasses, readReaperHealth } from "#lib/reaper/index.ts";

export const metadata: Metadata = { title: "Reaper health" };

export default async function ReaperPage() {
  const actor = await requireSession();
  const queryClient = makeQueryClient();
  await Promise.all([
    queryClient.query({ ...reaperQueries.passes(), queryFn: () => listPasses(actor) }).catch(noop),
    queryClient.query({ ...reaperQueries.health(), queryFn: () => readReaperHealth(actor) }).catch(noop),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <ReaperHealth mayRun={hasPermission(actor, "reaper.run")} />
    </HydrationBoundary>
  );
}
