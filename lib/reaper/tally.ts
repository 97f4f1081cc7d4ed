import type { AskVerdict } from "#lib/policies/index.ts";
import { type KindCounts, kindCountsSchema } from "./contract.ts";

/** What a pass did, kind by kind. */
export interface Tally {
  add(kind: string, became: keyof KindCounts): void;
  byKind(): Record<string, KindCounts>;
}

export function startTally(): Tally {
  const kinds = new Map<string, KindCounts>();
  return {
    add(kind, became) {
      const counts = kinds.get(kind) ?? kindCountsSchema.parse({});
      counts[became] += 1;
      kinds.set(kind, counts);
    },
    byKind: () => Object.fromEntries(kinds),
  };
}

const USED_UP: readonly AskVerdict["cause"][] = [
  "attempts_used",
  "backoff_too_long",
  "checks_used",
  "failed_for_good",
  "window_over",
];

/** Whether a person was meant to be asked, or nothing else was left. */
export function askedOrGaveUp({ cause }: AskVerdict): "asked" | "gaveUp" {
  return USED_UP.includes(cause) ? "gaveUp" : "asked";
}
