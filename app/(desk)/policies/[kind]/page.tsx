import { dehydrate, HydrationBoundary, noop } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { makeQueryClient } from "#components/layout/query-client.ts";
import { Policy } from "#components/policies/policy.tsx";
import { requireSession } from "#lib/auth/session.ts";
import { policyQueries } from "#lib/client/policies/policy-queries.ts";
import { kindParamSchema } from "#lib/policies/contract.ts";
import { readPolicyDetail } from "#lib/policies/index.ts";

export const metadata: Metadata = { title: "Policy" };

type PolicyPageProps = { params: Promise<{ kind: string }> };

/** Also of a kind that nobody has seen yet: its policy can be there before its first action. */
export default async function PolicyPage({ params }: PolicyPageProps) {
  const actor = await requireSession();
  // Of a page, unlike of a route, the part of the address comes as it is written there.
  const { data } = kindParamSchema.safeParse({ kind: decodeURIComponent((await params).kind) });
  if (data === undefined) notFound();
  const queryClient = makeQueryClient();
  const query = { ...policyQueries.detail(data.kind), queryFn: () => readPolicyDetail(actor, data.kind) };
  await queryClient.query(query).catch(noop);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <Policy kind={data.kind} />
    </HydrationBoundary>
  );
}
