import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { NavCount } from "#components/layout/nav-count.tsx";
import { makeQueryClient } from "#components/layout/query-client.ts";
import { QueryProvider } from "#components/layout/query-provider.tsx";
import { Shell } from "#components/layout/shell.tsx";
import { requireSession } from "#lib/auth/session.ts";
import { reviewQueries } from "#lib/client/review-queries.ts";
import { env } from "#lib/env.ts";
import { countReviews } from "#lib/reviews/index.ts";

export default async function DeskLayout({ children }: { children: ReactNode }) {
  const actor = await requireSession();
  const { NOTWICE_DEMO, NOTWICE_ENV } = env();
  const queryClient = makeQueryClient();
  // Counts are no reason to withhold a page; the browser asks for them again.
  await queryClient.query({ ...reviewQueries.counts(), queryFn: () => countReviews(actor) }).catch(() => undefined);
  return (
    <QueryProvider>
      <HydrationBoundary state={dehydrate(queryClient)}>
        <Shell
          actor={actor}
          counts={{ queue: <NavCount of="needs_decision" />, approvals: <NavCount of="to_sign" /> }}
          demo={NOTWICE_DEMO === "on"}
          environment={NOTWICE_ENV ?? null}
        >
          {children}
        </Shell>
      </HydrationBoundary>
    </QueryProvider>
  );
}
