"use client";

import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useKeys } from "../../ui/keys/use-keys.ts";
import { FOLDED_COOKIE } from "./folded.ts";
import { NAV_ITEMS, type NavItem } from "./nav-items.tsx";
import { NavLink } from "./nav-link.tsx";
import classes from "./nav.module.css";

const A_YEAR_SECONDS = 31_536_000;

/** `hrefs`: what this person may see of the list. */
export function Nav({ hrefs, wasFolded }: { hrefs: readonly string[]; wasFolded: boolean }) {
  const items: readonly NavItem[] = NAV_ITEMS.filter(({ href }) => hrefs.includes(href));
  const [isFolded, setFolded] = useState(wasFolded);
  const router = useRouter();
  const fold = () => {
    document.cookie = `${FOLDED_COOKIE}=${isFolded ? "no" : "yes"}; path=/; max-age=${A_YEAR_SECONDS}; samesite=lax`;
    setFolded(!isFolded);
  };
  useKeys("anywhere", [
    ...items.flatMap(({ key, word, href }) =>
      key === undefined
        ? []
        : [{ keys: `g ${key}`, word: `Go to ${word.toLowerCase()}`, run: () => router.push(href) }],
    ),
    { keys: "[", word: "Fold the navigation", run: fold },
  ]);
  return (
    <nav aria-label="Desk" className={classes.nav} data-folded={isFolded || undefined}>
      {items.map((item) => (
        <NavLink item={item} key={item.href} />
      ))}
      <button
        aria-label="Fold the navigation"
        aria-pressed={isFolded}
        className={classes.fold}
        onClick={fold}
        type="button"
      >
        {isFolded ? <IconLayoutSidebarLeftExpand aria-hidden /> : <IconLayoutSidebarLeftCollapse aria-hidden />}
      </button>
    </nav>
  );
}
