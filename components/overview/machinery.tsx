"use client";

import Link from "next/link";
import type { ReaperHealth } from "#lib/reaper/health/contract.ts";
import { LastPass } from "../reaper/last-pass.tsx";
import { useLateReaper } from "../reaper/late-reaper.tsx";
import { formatNumber } from "../ui/format-number.ts";
import { Time } from "../ui/time.tsx";
import classes from "./overview.module.css";

/** Whether what should move moves. */
export function Machinery({ health: { kinds, releases, skipped, givenUpNudges } }: { health: ReaperHealth }) {
  const late = useLateReaper();
  const stale = kinds.reduce((sum, { staleNow }) => sum + staleNow, 0);
  const [oldest] = kinds.flatMap(({ oldestStaleAt }) => oldestStaleAt ?? []).toSorted();
  return (
    <>
      <dl className={classes.machinery}>
        <div>
          <dt>Reaper</dt>
          <dd>{late ?? <LastPass />}</dd>
        </div>
        <div>
          <dt>Stale now</dt>
          <dd>
            {formatNumber(stale)}
            {oldest !== undefined && (
              <>
                , the oldest for <Time at={oldest} form="age" />
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Released, waiting for a worker</dt>
          <dd>
            {formatNumber(releases.waiting)}
            {releases.overdue > 0 && `, ${formatNumber(releases.overdue)} overdue`}
          </dd>
        </div>
        <div>
          <dt>Put off</dt>
          <dd>{formatNumber(skipped.total)}</dd>
        </div>
        <div>
          <dt>Nudges given up</dt>
          <dd>{formatNumber(givenUpNudges.length)}</dd>
        </div>
      </dl>
      <Link className={classes.more} href="/reaper">
        Reaper health
      </Link>
    </>
  );
}
