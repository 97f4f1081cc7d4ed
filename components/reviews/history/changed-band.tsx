"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import type { ReviewDetail } from "#lib/reviews/contract.ts";
import { Time } from "../../ui/time.tsx";
import { timelineWords } from "./timeline-words.ts";
import classes from "./changed-band.module.css";

type ChangedBandProps = { detail: ReviewDetail; viewerId: string };

/** Said when the case moved while it was being read, and not by the reader. */
export function ChangedBand({ detail, viewerId }: ChangedBandProps) {
  const { version } = detail.review;
  const [seen, setSeen] = useState(version);
  const last = detail.timeline.at(-1);
  if (version === seen || last === undefined) return <div aria-live="polite" />;
  if (last.actor.id === viewerId) {
    setSeen(version);
    return null;
  }
  return (
    <div aria-live="polite">
      <p className={classes.band}>
        <span>
          Changed while you were reading: {timelineWords(last)}, <Time at={last.at} />.
        </span>
        <Button onClick={() => setSeen(version)} size="compact-sm" variant="default">
          Seen
        </Button>
      </p>
    </div>
  );
}
