import { dehydrate, HydrationBoundary, noop } from "@tanstack/react-query";
import type { Metadata } from "next";
import { makeQueryClient } from "#components/layout/query-client.ts";
import { Policies } from "#components/policies/policies.tsx";
import { requireSession } from "#lib/auth/session.ts";
import { policyQueries } from "#lib/client/policies/policy-queries.ts";
import { listPolicies } from "#lib/policies/index.ts";

export const metadata: Metadata = { title: "Policies" };

export default async function PoliciesPage() {
  const actor = await requireSession();
  const queryClient = makeQueryClient();
  await queryClient.query({ ...policyQueries.list(), queryFn: () => listPolicies(actor) }).catch(noop);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <Policies />
    </HydrationBoundary>
  );
}
