import { dehydrate, HydrationBoundary, noop } from "@tanstack/react-query";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { LiveProvider } from "#components/layout/live/live-provider.tsx";
import { FOLDED_COOKIE } from "#components/layout/nav/folded.ts";
import { NAV_ITEMS } from "#components/layout/nav/nav-items.tsx";
import { PersonProvider } from "#components/layout/person/person-context.tsx";
import { PreferencesProvider } from "#components/layout/preferences/preferences-provider.tsx";
import { makeQueryClient } from "#components/layout/query-client.ts";
import { QueryProvider } from "#components/layout/query-provider.tsx";
import { Shell } from "#components/layout/shell/shell.tsx";
import { BROWSER_ZONE_COOKIE } from "#components/ui/time/browser-zone.ts";
import { ClockProvider } from "#components/ui/time/clock.tsx";
import { type Actor, hasPermission } from "#lib/auth/index.ts";
import { requireSession } from "#lib/auth/session.ts";
import { reaperQueries } from "#lib/client/reaper-queries.ts";
import { reviewQueries } from "#lib/client/review-queries.ts";
import { env, environmentName } from "#lib/env.ts";
import { isZone } from "#lib/preferences/words.ts";
import { readLastPass } from "#lib/reaper/index.ts";
import { countReviews } from "#lib/reviews/index.ts";
import { currentPreferences } from "../current-preferences.ts";

export default async function DeskLayout({ children }: { children: ReactNode }) {
  const actor = await requireSession();
  const queryClient = makeQueryClient();
  // Neither is a reason to withhold a page; the browser asks for them again.
  await Promise.all([
    queryClient.query({ ...reviewQueries.counts(), queryFn: () => countReviews(actor) }).catch(noop),
    queryClient.query({ ...reaperQueries.lastPass(), queryFn: () => readLastPass(actor) }).catch(noop),
  ]);
  const jar = await cookies();
  const wasFolded = jar.get(FOLDED_COOKIE)?.value === "yes";
  return (
    <QueryProvider>
      <HydrationBoundary state={dehydrate(queryClient)}>
        <ClockProvider renderedAt={new Date().toISOString()}>
          <PersonProvider person={actor}>
            <PreferencesProvider browserZone={browserZone(jar)} saved={await currentPreferences()}>
              <LiveProvider>
                <Shell actor={actor} environment={environmentName()} nav={{ hrefs: visibleHrefs(actor), wasFolded }}>
                  {children}
                </Shell>
              </LiveProvider>
            </PreferencesProvider>
          </PersonProvider>
        </ClockProvider>
      </HydrationBoundary>
    </QueryProvider>
  );
}

/** A cookie is anybody's text: what is no zone would end every page that prints a time. */
function browserZone(jar: Awaited<ReturnType<typeof cookies>>): string {
  const zone = jar.get(BROWSER_ZONE_COOKIE)?.value ?? "UTC";
  return isZone(zone) ? zone : "UTC";
}

function visibleHrefs(actor: Actor): string[] {
  const hasDemo = env().NOTWICE_DEMO === "on";
  return NAV_ITEMS.filter((item) => hasPermission(actor, item.permission))
    .filter((item) => hasDemo || !("demoOnly" in item))
    .map(({ href }) => href);
}
