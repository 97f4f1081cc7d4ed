import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { makeQueryClient } from "#components/layout/query-client.ts";
import { Bulk } from "#components/reviews/bulk/bulk.tsx";
import { requireSession } from "#lib/auth/session.ts";
import { bulkQueries } from "#lib/client/bulk-queries.ts";
import { isAppError } from "#lib/errors.ts";
import { readBulkInputSchema } from "#lib/reviews/bulk/contract.ts";
import { idParamSchema } from "#lib/reviews/contract.ts";
import { readBulkRequest } from "#lib/reviews/index.ts";

export const metadata: Metadata = { title: "Bulk request" };

type BulkRequestPageProps = { params: Promise<{ id: string }> };

export default async function BulkRequestPage({ params }: BulkRequestPageProps) {
  const actor = await requireSession();
  const { data } = idParamSchema.safeParse(await params);
  if (data === undefined) notFound();
  const queryClient = makeQueryClient();
  const input = readBulkInputSchema.parse({});
  const query = { ...bulkQueries.detail(data.id, "all"), queryFn: () => readBulkRequest(actor, data.id, input) };
  // Any other fault is left to the browser, which asks again and can say what is wrong.
  await queryClient.infiniteQuery(query).catch((error: unknown) => isAppError(error, "not_found") && notFound());
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <Bulk id={data.id} />
    </HydrationBoundary>
  );
}
