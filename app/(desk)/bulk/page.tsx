import { dehydrate, HydrationBoundary, noop } from "@tanstack/react-query";
import type { Metadata } from "next";
import { makeQueryClient } from "#components/layout/query-client.ts";
import { BulkList } from "#components/reviews/bulk/bulk-list.tsx";
import { requireSession } from "#lib/auth/session.ts";
import { bulkQueries } from "#lib/client/bulk-queries.ts";
import { listBulkInputSchema } from "#lib/reviews/bulk/contract.ts";
import { listBulkRequests } from "#lib/reviews/index.ts";

export const metadata: Metadata = { title: "Bulk requests" };

export default async function BulkPage() {
  const actor = await requireSession();
  const queryClient = makeQueryClient();
  const input = listBulkInputSchema.parse({});
  const query = { ...bulkQueries.list(), queryFn: () => listBulkRequests(actor, input) };
  await queryClient.infiniteQuery(query).catch(noop);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <BulkList />
    </HydrationBoundary>
  );
}
