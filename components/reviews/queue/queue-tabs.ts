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
