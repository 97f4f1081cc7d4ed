"use client";

import { VisuallyHidden } from "@mantine/core";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import classes from "./shell.module.css";

type NavLinkProps = { href: string; label: string; icon: ReactNode; count?: ReactNode };

export function NavLink({ href, label, icon, count }: NavLinkProps) {
  const path = usePathname();
  const current = path === href || path.startsWith(`${href}/`);
  return (
    <Link aria-current={current ? "page" : undefined} className={classes.link} href={href}>
      <span aria-hidden className={classes.icon}>
        {icon}
      </span>
      {label}
      {count !== undefined && count !== null && (
        <span className={classes.count}>
          {count} <VisuallyHidden>waiting</VisuallyHidden>
        </span>
      )}
    </Link>
  );
}
