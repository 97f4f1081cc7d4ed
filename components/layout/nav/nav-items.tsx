import {
  IconActivityHeartbeat,
  IconChecklist,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconListCheck,
  IconMail,
  IconRoute,
  IconScale,
  IconSettings,
} from "@tabler/icons-react";
import type { ReactNode } from "react";

export type NavItem = {
  href: string;
  word: string;
  icon: ReactNode;
  /** Whose number stands beside it: that of the list it leads to. */
  count?: "needs_decision" | "to_sign";
  /** Without it the item is absent, not disabled. */
  permission: string;
  /** Pressed after `g`. */
  key?: string;
  /** Exists beside the demo only. */
  demoOnly?: true;
};

/** The pages of the desk, in this order; one line each, and only pages that exist. */
export const NAV_ITEMS = [
  { href: "/queue", word: "Queue", icon: <IconInbox />, count: "needs_decision", permission: "reviews.read", key: "q" },
  {
    href: "/approvals",
    word: "Approvals",
    icon: <IconChecklist />,
    count: "to_sign",
    permission: "reviews.read",
    key: "a",
  },
  { href: "/bulk", word: "Bulk", icon: <IconListCheck />, permission: "reviews.read", key: "b" },
  { href: "/overview", word: "Overview", icon: <IconLayoutDashboard />, permission: "reviews.read", key: "o" },
  { href: "/runs", word: "Runs", icon: <IconRoute />, permission: "reviews.read", key: "r" },
  { href: "/policies", word: "Policies", icon: <IconScale />, permission: "policies.read", key: "p" },
  { href: "/audit", word: "Audit log", icon: <IconHistory />, permission: "audit.read", key: "l" },
  { href: "/reaper", word: "Reaper", icon: <IconActivityHeartbeat />, permission: "reviews.read", key: "h" },
  { href: "/mailbox", word: "Demo mailbox", icon: <IconMail />, permission: "mailbox.read", demoOnly: true },
  { href: "/settings", word: "Settings", icon: <IconSettings />, permission: "reviews.read" },
] as const satisfies readonly NavItem[];
