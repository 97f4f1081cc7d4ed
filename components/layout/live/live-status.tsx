"use client";

import { Button } from "@mantine/core";
import { useEffect } from "react";
import { announceNow } from "../../ui/announce/announcements.ts";
import { formatDuration } from "../../ui/format-time.ts";
import { Time } from "../../ui/time.tsx";
import { useTicking } from "../../ui/time/clock.tsx";
import { useLive } from "./live-provider.tsx";
import classes from "./live-status.module.css";

const JUST_NOW_SECONDS = 3;

type LiveStatusProps = {
  /** The server's time in the newest answer. */
  answeredAt: string;
  /** The newest question had no answer; what is shown is the one before. */
  isFailing?: boolean;
};

/** How old what you see is. Not announced: it changes every second. That it stands still is. */
export function LiveStatus({ answeredAt, isFailing = false }: LiveStatusProps) {
  const { isPaused, pause } = useLive();
  useEffect(() => {
    if (isFailing) announceNow("This page is not updating. It tries again by itself.");
  }, [isFailing]);
  return (
    <p className={classes.status}>
      {isFailing ? (
        <span>
          Not updating since <Time at={answeredAt} form="clock" />. Retrying
        </span>
      ) : (
        <Updated at={answeredAt} />
      )}
      <Button
        className={classes.pause}
        color="gray"
        onClick={() => pause(!isPaused)}
        size="compact-sm"
        variant="subtle"
      >
        {isPaused ? "Resume updates" : "Pause updates"}
      </Button>
    </p>
  );
}

function Updated({ at }: { at: string }) {
  const text = useTicking((now) => {
    const seconds = (now - Date.parse(at)) / 1000;
    return seconds < JUST_NOW_SECONDS ? "just now" : `${formatDuration(seconds)} ago`;
  });
  return <span className="tabular">Updated {text}</span>;
}
