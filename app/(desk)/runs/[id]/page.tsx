import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { makeQueryClient } from "#components/layout/query-client.ts";
import { Run } from "#components/runs/run.tsx";
import { requireSession } from "#lib/auth/session.ts";
import { runQueries } from "#lib/client/run-queries.ts";
import { isAppError } from "#lib/errors.ts";
import { runIdParamSchema } from "#lib/runs/contract.ts";
import { readRun } from "#lib/runs/index.ts";

export const metadata: Metadata = { title: "Run" };

type RunPageProps = { params: Promise<{ id: string }> };

export default async function RunPage({ params }: RunPageProps) {
  const actor = await requireSession();
  // Of a page, unlike of a route, the part of the address comes as it is written there.
  const { data } = runIdParamSchema.safeParse({ id: decodeURIComponent((await params).id) });
  if (data === undefined) notFound();
  const queryClient = makeQueryClient();
  const query = { ...runQueries.detail(data.id), queryFn: () => readRun(actor, data.id) };
  await queryClient.query(query).catch((error: unknown) => isAppError(error, "not_found") && notFound());
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <Run runId={data.id} />
    </HydrationBoundary>
  );
}
