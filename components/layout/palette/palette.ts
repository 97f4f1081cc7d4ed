import type { ReactNode } from "react";

export type Command = {
  /** Stays the same between renders: what was used last is kept by it. */
  id: string;
  group: "Case" | "Go to" | "Found" | "Look";
  words: string;
  /** Besides its words, what it may be looked for by. */
  alias?: string;
  icon?: ReactNode;
  keys?: string;
  run: () => void;
};

const RECENT_KEY = "notwice_recent_commands";
const MOST_RECENT = 8;

/** All words that were typed must occur; what was used last comes first within its group. */
export function chooseCommands(commands: readonly Command[], typed: string, recent: readonly string[]): Command[] {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const rank = ({ id }: Command) => {
    const at = recent.indexOf(id);
    return at === -1 ? recent.length : at;
  };
  return commands
    .filter(({ group, words: said, alias = "" }) => {
      const text = `${group} ${said} ${alias}`.toLowerCase();
      return group === "Found" || words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => rank(a) - rank(b));
}

export function readRecent(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(RECENT_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

export function rememberCommand(id: string): void {
  try {
    const recent = [id, ...readRecent().filter((each) => each !== id)].slice(0, MOST_RECENT);
    sessionStorage.setItem(RECENT_KEY, JSON.stringify(recent));
  } catch {
    // Without storage nothing is remembered.
  }
}
