"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import classes from "./settings-nav.module.css";

type SettingsNavProps = { sections: readonly { href: string; label: string }[] };

export function SettingsNav({ sections }: SettingsNavProps) {
  const path = usePathname();
  if (sections.length === 0) return null;
  return (
    <nav aria-label="Settings" className={classes.nav}>
      {sections.map(({ href, label }) => (
        <Link aria-current={path === href ? "page" : undefined} className={classes.link} href={href} key={href}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
