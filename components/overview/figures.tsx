"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import type { Figures as Of } from "#lib/reviews/lists/contract.ts";
import { COUNT_CAP } from "#lib/reviews/lists/words.ts";
import { LastPass } from "../reaper/last-pass.tsx";
import { formatNumber } from "../ui/format-number.ts";
import { Time } from "../ui/time.tsx";
import page from "../ui/page/page.module.css";
import classes from "./overview.module.css";

/** Four numbers, each a link to exactly the list that it counts. */
export function Figures({ figures }: { figures: Of }) {
  const { needsDecision, awaitingSignOff, decideWithinHour, duplicates } = figures;
  const isQuiet = needsDecision.count === 0 && awaitingSignOff.count === 0;
  return (
    <>
      {isQuiet && (
        <p className={page.line}>
          No stuck sends. <LastPass />
        </p>
      )}
      <ul className={classes.figures}>
        <Figure count={needsDecision.count} href="/queue" word="Needs a decision">
          {needsDecision.oldestAt && <Oldest at={needsDecision.oldestAt} />}
        </Figure>
        <Figure count={awaitingSignOff.count} href="/queue?tab=awaiting_sign_off" word="Awaiting sign-off">
          {awaitingSignOff.oldestAt && <Oldest at={awaitingSignOff.oldestAt} />}
        </Figure>
        <Figure
          count={decideWithinHour.count}
          href="/queue?tab=awaiting_sign_off&decideWithin=3600"
          word="Decide by, within 1 h"
        >
          {decideWithinHour.firstAt && (
            <>
              first: <Time at={decideWithinHour.firstAt} clockOnly />
            </>
          )}
        </Figure>
        <Figure count={duplicates.count} href="/overview/duplicates" word="Duplicates confirmed, 30 days">
          {duplicates.count > 0 && "went out twice"}
        </Figure>
      </ul>
    </>
  );
}

type FigureProps = { count: number; href: string; word: string; children: ReactNode };

function Figure({ count, href, word, children }: FigureProps) {
  return (
    <li>
      <Link className={classes.figure} href={href} prefetch={false}>
        <span>{word}</span>
        <strong className="tabular">{count > COUNT_CAP ? `${formatNumber(COUNT_CAP)}+` : formatNumber(count)}</strong>
      </Link>
      <span className={page.second}>{children || "\u00a0"}</span>
    </li>
  );
}

function Oldest({ at }: { at: string }) {
  return (
    <>
      oldest <Time at={at} form="age" />
    </>
  );
}
