"use client";

import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from "react";
import { BROWSER_ZONE_COOKIE } from "./browser-zone.ts";

const A_YEAR_SECONDS = 31_536_000;

const ZoneContext = createContext("UTC");

type ZoneProviderProps = {
  /** As the person chose it: `UTC`, `browser`, or a name. */
  zone: string;
  /** What this browser said its zone is when it was last here: the server cannot know otherwise. */
  browserZone: string;
  children: ReactNode;
};

/** The zone of every absolute time below. The first visit from a new place shows the old zone until the page has loaded. */
export function ZoneProvider({ zone, browserZone, children }: ZoneProviderProps) {
  const own = useSyncExternalStore(never, readBrowserZone, () => browserZone);
  useEffect(() => {
    document.cookie = `${BROWSER_ZONE_COOKIE}=${own}; path=/; max-age=${A_YEAR_SECONDS}; samesite=lax`;
  }, [own]);
  return <ZoneContext value={zone === "browser" ? own : zone}>{children}</ZoneContext>;
}

export function useZone(): string {
  return useContext(ZoneContext);
}

const never = () => () => undefined;

function readBrowserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

/** What a browser knows by name, to help somebody write one. */
export function zoneNames(): readonly string[] {
  return Intl.supportedValuesOf("timeZone");
}
