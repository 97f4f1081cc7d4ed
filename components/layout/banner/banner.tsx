"use client";

import { IconAlertTriangle } from "@tabler/icons-react";
import Link from "next/link";
import { useLateReaper } from "../../reaper/late-reaper.tsx";
import classes from "./banner.module.css";

/** On every page, one at a time. `hrefs`: a page it could lead to is named only if it exists. */
export function Banner({ hrefs }: { hrefs: readonly string[] }) {
  const late = useLateReaper();
  return (
    <div className={classes.slot} role="status">
      {late !== null && (
        <p className={classes.banner}>
          <IconAlertTriangle aria-hidden size={20} />
          <span>{late}</span>
          {hrefs.includes("/reaper") && (
            <Link className={classes.link} href="/reaper">
              Reaper health
            </Link>
          )}
        </p>
      )}
    </div>
  );
}
