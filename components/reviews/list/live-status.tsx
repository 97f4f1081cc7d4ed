"use client";

import { Button } from "@mantine/core";
import { formatDuration } from "../../ui/format-time.ts";
import { useServerNow } from "../now.tsx";
import classes from "./live-status.module.css";

const TICK_MS = 1000;
const JUST_NOW_SECONDS = 3;

type LiveStatusProps = { answeredAt: string; isPaused: boolean; onPause: (paused: boolean) => void };

/** How old what you see is. Not announced: it changes every second. */
export function LiveStatus({ answeredAt, isPaused, onPause }: LiveStatusProps) {
  return (
    <p className={classes.status}>
      <Updated at={answeredAt} />
      <Button
        className={classes.pause}
        color="gray"
        onClick={() => onPause(!isPaused)}
        size="compact-sm"
        variant="subtle"
      >
        {isPaused ? "Resume updates" : "Pause updates"}
      </Button>
    </p>
  );
}

function Updated({ at }: { at: string }) {
  const seconds = (useServerNow(at, TICK_MS) - Date.parse(at)) / TICK_MS;
  return (
    <span className="tabular">
      Updated {seconds < JUST_NOW_SECONDS ? "just now" : `${formatDuration(seconds)} ago`}
    </span>
  );
}
