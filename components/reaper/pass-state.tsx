"use client";

import { IconAlertOctagon, IconCircleCheck } from "@tabler/icons-react";
import type { Pass, PassList } from "#lib/reaper/health/contract.ts";
import { LATE_AFTER_SECONDS } from "#lib/reaper/words.ts";
import { formatNumber } from "../ui/format-number.ts";
import { formatDuration } from "../ui/format-time.ts";
import { Time } from "../ui/time.tsx";
import { useTicking } from "../ui/time/clock.tsx";
import { movedBy, sayTook } from "./reaper-words.ts";
import classes from "../ui/page/page.module.css";

const SECOND_MS = 1000;

/** One sentence: it works, or since when it does not. */
export function PassState({ list: { items, last } }: { list: PassList }) {
  const { endedAt } = last;
  const age = useTicking((now) => (endedAt === null ? "" : formatDuration((now - Date.parse(endedAt)) / SECOND_MS)));
  const late = useTicking((now) => (isLate(endedAt, now) ? "late" : ""));
  const next = useTicking((now) => sayNext(items, now));
  const pass = items.find(({ finishedAt }) => finishedAt === endedAt);
  if (endedAt === null) {
    return (
      <p className={classes.state} data-alarm>
        <IconAlertOctagon aria-hidden />
        <span>
          <strong>No pass recorded yet.</strong> The reaper has never run, so stuck sends do not show up.
        </span>
      </p>
    );
  }
  if (late !== "") {
    return (
      <p className={classes.state} data-alarm>
        <IconAlertOctagon aria-hidden />
        <span className="tabular">
          <strong>
            Not working since <Time at={endedAt} clockOnly />.
          </strong>{" "}
          The last pass ended {age} ago. Stuck sends since then are not in the queue.
        </span>
      </p>
    );
  }
  return (
    <p className={classes.state}>
      <IconCircleCheck aria-hidden />
      <span className="tabular">
        <strong>Working.</strong> Last pass {age} ago{pass && sayPass(pass)}.{next}
      </span>
    </p>
  );
}

function isLate(endedAt: string | null, now: number): boolean {
  return endedAt !== null && now - Date.parse(endedAt) > LATE_AFTER_SECONDS * SECOND_MS;
}

export function sayPass({ tookMs, counts }: Pick<Pass, "tookMs" | "counts">): string {
  const took = tookMs === null ? "" : ` took ${sayTook(tookMs)},`;
  return `${took} looked at ${formatNumber(counts.fetched)}, moved ${formatNumber(movedBy(counts))}`;
}

/** From the pause between the last two that ran by themselves; silent where that says nothing. */
function sayNext(items: readonly Pass[], now: number): string {
  const [newest, before] = items.filter(({ startedBy }) => startedBy === "scheduler" || startedBy === "cron");
  if (newest === undefined || before === undefined) return "";
  const start = Date.parse(newest.startedAt);
  const seconds = (2 * start - Date.parse(before.startedAt) - now) / SECOND_MS;
  return seconds > 0 && seconds < LATE_AFTER_SECONDS ? ` Next in about ${formatDuration(seconds)}.` : "";
}
