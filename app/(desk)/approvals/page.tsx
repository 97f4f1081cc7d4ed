import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { toApprovalTab } from "#components/reviews/approvals/approval-tabs.ts";
import { Approvals } from "#components/reviews/approvals/approvals.tsx";
import { hasPermission } from "#lib/auth/index.ts";
import { requireSession } from "#lib/auth/session.ts";
import { prefetchReviews } from "../queue/prefetch-reviews.ts";

export const metadata: Metadata = { title: "Approvals" };

type ApprovalsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function ApprovalsPage({ searchParams }: ApprovalsPageProps) {
  const actor = await requireSession();
  const tab = toApprovalTab((await searchParams)["tab"]);
  return (
    <HydrationBoundary state={await prefetchReviews(actor, tab)}>
      <Approvals maySign={hasPermission(actor, "requests.sign")} tab={tab} />
    </HydrationBoundary>
  );
}
