import type { TabLink } from "../list/tabs.tsx";

export const APPROVAL_TABS = [
  { tab: "to_sign", label: "For me" },
  { tab: "asked", label: "I asked" },
  { tab: "awaiting_sign_off", label: "All open" },
  { tab: "decided", label: "Decided" },
] as const satisfies readonly TabLink[];

export type ApprovalTab = (typeof APPROVAL_TABS)[number]["tab"];

/** What the address asks for, or the first. */
export function toApprovalTab(word: unknown): ApprovalTab {
  return APPROVAL_TABS.find(({ tab }) => tab === word)?.tab ?? "to_sign";
}
