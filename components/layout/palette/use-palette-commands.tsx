"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { searchQueries } from "#lib/client/search-queries.ts";
import type { SearchHit } from "#lib/search/contract.ts";
import { kindOf } from "../../actions/kinds/index.ts";
import { keysOf } from "../../ui/keys/key-registry.ts";
import { keyRegistry } from "../../ui/keys/use-keys.ts";
import { NAV_ITEMS, type NavItem } from "../nav/nav-items.tsx";
import { usePreferences } from "../preferences/preferences-provider.tsx";
import type { Command } from "./palette.ts";

/** What can be done from here: what the keys of the page do, where one can go, what was found, how it looks. */
export function usePaletteCommands(hrefs: readonly string[], typed: string): Command[] {
  const router = useRouter();
  const { data } = useQuery(searchQueries.hits(typed));
  const items: readonly NavItem[] = NAV_ITEMS.filter(({ href }) => hrefs.includes(href));
  return [
    ...pageCommands(),
    ...(data?.hits ?? []).flatMap((hit) => toCommands(hit, hrefs, (href) => router.push(href))),
    ...items.map(({ href, word, icon, key }): Command => ({
      id: href,
      group: "Go to",
      words: word,
      icon,
      ...(key !== undefined && { keys: `g ${key}` }),
      run: () => router.push(href),
    })),
    ...useLookCommands(),
  ];
}

/** The same that the keys do: they open a dialog, and none of them submits one. */
function pageCommands(): Command[] {
  return keyRegistry
    .sets()
    .filter(({ scope }) => scope === "item" || scope === "list")
    .flatMap((set) => set.bindings())
    .filter(({ isOff, repeats }) => !isOff && !repeats)
    .map((binding) => ({
      id: `key ${binding.word}`,
      group: "Case",
      words: binding.word,
      keys: keysOf(binding)[0] ?? "",
      run: binding.run,
    }));
}

function toCommands(hit: SearchHit, hrefs: readonly string[], go: (href: string) => void): Command[] {
  const { reviewId, actionKey, shortKey, runId } = hit;
  const words = `${kindOf(hit.kind).titleOf(hit.target)} · ${shortKey}`;
  const found = { group: "Found", alias: `${actionKey} ${runId}` } as const;
  return [
    ...(reviewId === null
      ? []
      : [{ ...found, id: `review ${reviewId}`, words, run: () => go(`/reviews/${reviewId}`) }]),
    ...(hrefs.includes("/runs")
      ? [{ ...found, id: `run ${runId}`, words: `Run ${runId}`, run: () => go(`/runs/${encodeURIComponent(runId)}`) }]
      : []),
  ];
}

function useLookCommands(): Command[] {
  const { preferences, change } = usePreferences();
  const look = (id: string, words: string, given: Parameters<typeof change>[0]): Command => ({
    id,
    group: "Look",
    words,
    alias: "theme density zone appearance",
    run: () => change(given),
  });
  return [
    look("theme auto", "Theme: as the system has it", { theme: "auto" }),
    look("theme light", "Theme: light", { theme: "light" }),
    look("theme dark", "Theme: dark", { theme: "dark" }),
    preferences.density === "compact"
      ? look("density", "Density: comfortable", { density: "comfortable" })
      : look("density", "Density: compact", { density: "compact" }),
    look("zone utc", "Times in UTC", { zone: "UTC" }),
    look("zone browser", "Times in the zone of this browser", { zone: "browser" }),
    look("keys", preferences.singleKeys ? "Switch single keys off" : "Switch single keys on", {
      singleKeys: !preferences.singleKeys,
    }),
  ];
}
