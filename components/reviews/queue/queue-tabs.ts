import type { TabLink } from "../list/tabs.tsx";

export const QUEUE_TABS = [
  { tab: "needs_decision", label: "Needs decision" },
  { tab: "did_not_happen", label: "Did not happen" },
  { tab: "awaiting_sign_off", label: "Awaiting sign-off" },
  { tab: "released", label: "Released" },
  { tab: "mine", label: "Mine" },
  { tab: "closed", label: "Closed" },
  { tab: "all", label: "All" },
] as const satisfies readonly TabLink[];

export type QueueTab = (typeof QUEUE_TABS)[number]["tab"];

/** What the address asks for, or the first: an unknown word opens the list that everyone starts from. */
export function toQueueTab(word: unknown): QueueTab {
  return QUEUE_TABS.find(({ tab }) => tab === word)?.tab ?? "needs_decision";
}
