import { dehydrate, HydrationBoundary, noop } from "@tanstack/react-query";
import type { Metadata } from "next";
import { makeQueryClient } from "#components/layout/query-client.ts";
import { Runs } from "#components/runs/runs.tsx";
import { requireSession } from "#lib/auth/session.ts";
import { type RunFilter, runQueries } from "#lib/client/run-queries.ts";
import { listRunsInputSchema } from "#lib/runs/contract.ts";
import { listRuns } from "#lib/runs/index.ts";

export const metadata: Metadata = { title: "Runs" };

type RunsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function RunsPage({ searchParams }: RunsPageProps) {
  const actor = await requireSession();
  // An address that says nothing we know is that of the whole list.
  const input = listRunsInputSchema.safeParse(await searchParams).data ?? listRunsInputSchema.parse({});
  const { state = null, kind = null, stuck = false, text = null } = input;
  const filter: RunFilter = { state, kind, stuck, text };
  const queryClient = makeQueryClient();
  const query = { ...runQueries.list(filter), queryFn: () => listRuns(actor, { ...input, cursor: undefined }) };
  await queryClient.infiniteQuery(query).catch(noop);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <Runs filter={filter} />
    </HydrationBoundary>
  );
}
