import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { FOLDED_COOKIE } from "#components/layout/nav/folded.ts";
import { NAV_ITEMS } from "#components/layout/nav/nav-items.tsx";
import { makeQueryClient } from "#components/layout/query-client.ts";
import { QueryProvider } from "#components/layout/query-provider.tsx";
import { Shell } from "#components/layout/shell/shell.tsx";
import { type Actor, hasPermission } from "#lib/auth/index.ts";
import { requireSession } from "#lib/auth/session.ts";
import { reviewQueries } from "#lib/client/review-queries.ts";
import { env } from "#lib/env.ts";
import { countReviews } from "#lib/reviews/index.ts";

export default async function DeskLayout({ children }: { children: ReactNode }) {
  const actor = await requireSession();
  const queryClient = makeQueryClient();
  // Counts are no reason to withhold a page; the browser asks for them again.
  await queryClient.query({ ...reviewQueries.counts(), queryFn: () => countReviews(actor) }).catch(() => undefined);
  const wasFolded = (await cookies()).get(FOLDED_COOKIE)?.value === "yes";
  return (
    <QueryProvider>
      <HydrationBoundary state={dehydrate(queryClient)}>
        <Shell actor={actor} environment={env().NOTWICE_ENV ?? null} nav={{ hrefs: visibleHrefs(actor), wasFolded }}>
          {children}
        </Shell>
      </HydrationBoundary>
    </QueryProvider>
  );
}

function visibleHrefs(actor: Actor): string[] {
  const hasDemo = env().NOTWICE_DEMO === "on";
  return NAV_ITEMS.filter((item) => hasPermission(actor, item.permission))
    .filter((item) => hasDemo || !("demoOnly" in item))
    .map(({ href }) => href);
}
