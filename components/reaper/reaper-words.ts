import type { PassCounts } from "#lib/reaper/contract.ts";
import type { Incident, Pass } from "#lib/reaper/health/contract.ts";
import { formatNumber } from "../ui/format-number.ts";

type Ended = Pick<Pass, "finishedAt" | "stoppedBy" | "startedAt">;

const STOP_WORDS = {
  done: "All done",
  limit: "Limit of rows",
  deadline: "Time was up",
  error: "An error",
} as const satisfies Record<NonNullable<Pass["stoppedBy"]>, string>;

/** A pass ends itself within a minute: one without an end that is older was killed. */
const MOST_TAKEN_MS = 90_000;

export function sayStop({ finishedAt, stoppedBy, startedAt }: Ended, now: number): string {
  if (stoppedBy !== null) return STOP_WORDS[stoppedBy];
  if (finishedAt !== null) return "Not recorded";
  return now - Date.parse(startedAt) > MOST_TAKEN_MS ? "Killed" : "Running";
}

export const STARTER_WORDS: Readonly<Record<string, string>> = {
  scheduler: "This server",
  cron: "Cron",
  script: "Script",
};

export function sayTook(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

const DID_WORDS: readonly (readonly [keyof PassCounts, string])[] = [
  ["asked", "sent to people"],
  ["released", "given back to workers"],
  ["checked", "left to the provider"],
  ["settled", "found to have happened"],
  ["expired", "expired undecided"],
  ["lapsed", "lapsed unclaimed"],
  ["waiting", "put off"],
  ["broken", "could not be judged"],
  ["overtaken", "overtaken"],
  ["nudged", "told by nudge"],
  ["nudgesFailed", "not reached by nudge"],
  ["told", "notified"],
  ["tellingRefused", "not notified"],
  ["tellingInDoubt", "perhaps notified"],
];

const MOVES = ["asked", "released", "checked", "settled", "expired", "lapsed"] as const;

/** How many cases are not where they were. */
export function movedBy(counts: PassCounts): number {
  return MOVES.reduce((sum, name) => sum + counts[name], 0);
}

export function sayDid(counts: PassCounts): string {
  const did = DID_WORDS.filter(([name]) => counts[name] > 0).map(
    ([name, words]) => `${formatNumber(counts[name])} ${words}`,
  );
  return did.length === 0 ? "nothing to do" : did.join(", ");
}

export const INCIDENT_WORDS = {
  step_taken: "Two actions want one step",
  duplicate_suspected: "May have gone out twice",
  duplicate_confirmed: "Went out twice",
} as const satisfies Record<Incident["what"], string>;
