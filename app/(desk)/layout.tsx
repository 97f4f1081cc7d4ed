import { dehydrate, HydrationBoundary, noop } from "@tanstack/react-query";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { LiveProvider } from "#components/layout/live/live-provider.tsx";
import { FOLDED_COOKIE } from "#components/layout/nav/folded.ts";
import { NAV_ITEMS } from "#components/layout/nav/nav-items.tsx";
import { makeQueryClient } from "#components/layout/query-client.ts";
import { QueryProvider } from "#components/layout/query-provider.tsx";
import { Shell } from "#components/layout/shell/shell.tsx";
import { ClockProvider } from "#components/ui/time/clock.tsx";
import { type Actor, hasPermission } from "#lib/auth/index.ts";
import { requireSession } from "#lib/auth/session.ts";
import { reaperQueries } from "#lib/client/reaper-queries.ts";
import { reviewQueries } from "#lib/client/review-queries.ts";
import { env } from "#lib/env.ts";
import { readLastPass } from "#lib/reaper/index.ts";
import { countReviews } from "#lib/reviews/index.ts";

export default async function DeskLayout({ children }: { children: ReactNode }) {
  const actor = await requireSession();
  const queryClient = makeQueryClient();
  // Neither is a reason to withhold a page; the browser asks for them again.
  await Promise.all([
    queryClient.query({ ...reviewQueries.counts(), queryFn: () => countReviews(actor) }).catch(noop),
    queryClient.query({ ...reaperQueries.lastPass(), queryFn: () => readLastPass(actor) }).catch(noop),
  ]);
  const wasFolded = (await cookies()).get(FOLDED_COOKIE)?.value === "yes";
  return (
    <QueryProvider>
      <HydrationBoundary state={dehydrate(queryClient)}>
        <ClockProvider renderedAt={new Date().toISOString()}>
          <LiveProvider>
            <Shell
              actor={actor}
              environment={env().NOTWICE_ENV ?? null}
              nav={{ hrefs: visibleHrefs(actor), wasFolded }}
            >
              {children}
            </Shell>
          </LiveProvider>
        </ClockProvider>
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
