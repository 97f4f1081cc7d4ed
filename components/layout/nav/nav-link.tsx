"use client";

import { VisuallyHidden } from "@mantine/core";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { NavCount } from "./nav-count.tsx";
import type { NavItem } from "./nav-items.tsx";
import classes from "./nav.module.css";

export function NavLink({ item: { href, word, icon, count } }: { item: NavItem }) {
  const path = usePathname();
  const current = path === href || path.startsWith(`${href}/`);
  return (
    <Link aria-current={current ? "page" : undefined} className={classes.link} href={href}>
      <span aria-hidden className={classes.icon}>
        {icon}
      </span>
      <span className={classes.word}>{word}</span>
      {count !== undefined && (
        <span className={classes.count}>
          <NavCount of={count} /> <VisuallyHidden>waiting</VisuallyHidden>
        </span>
      )}
    </Link>
  );
}
