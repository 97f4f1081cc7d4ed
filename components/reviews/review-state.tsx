"use client";

import { IconArchive, IconCheck, IconHistory, IconSend, IconUsers } from "@tabler/icons-react";
import type { ReviewRow } from "#lib/reviews/contract.ts";
import { DuplicateFlag, lookOfAction, StateChip, type StateLook } from "../actions/action-state.tsx";
import { formatDuration } from "../ui/format-time.ts";
import { useNow } from "./now.tsx";
import { votesOf } from "./votes.ts";
import classes from "./review-state.module.css";

/** The state of a case in one chip; a duplicate is said beside it. */
export function ReviewState({ row }: { row: ReviewRow }) {
  const now = useNow();
  return (
    <span className={classes.states}>
      <StateChip look={lookOfReview(row, now)} />
      <DuplicateFlag duplicate={row.duplicate} />
    </span>
  );
}

function lookOfReview(row: ReviewRow, now: number): StateLook {
  if (row.state === "closed") return lookOfClosed(row);
  if (row.pendingRequest !== null) {
    const { given, needed } = votesOf(row.pendingRequest);
    return { tone: "asked", icon: <IconUsers />, word: `Awaiting sign-off ${given} of ${needed}` };
  }
  if (row.status === "released") {
    const seconds = row.claimableAt === null ? 0 : (Date.parse(row.claimableAt) - now) / 1000;
    const word =
      seconds > 0 ? `Released, leaves in ${formatDuration(Math.ceil(seconds))}` : "Released, not yet claimed";
    return { tone: "released", icon: <IconSend />, word };
  }
  return lookOfAction(row);
}

function lookOfClosed(row: ReviewRow): StateLook {
  switch (row.resolution) {
    case "dismissed":
      return row.status === "dismissed"
        ? { tone: "quiet", icon: <IconArchive />, word: "Dismissed" }
        : lookOfAction(row);
    case "marked_happened":
      return { tone: "done", icon: <IconCheck />, word: "Recorded as happened" };
    case "landed_late":
      return { tone: "done", icon: <IconHistory />, word: "Late report: it happened" };
    case "verified":
      return { tone: "done", icon: <IconCheck />, word: "Found at the provider" };
    case "superseded":
      return { tone: "quiet", icon: <IconArchive />, word: "Taken over by another case" };
    case "sent":
    case null:
      return lookOfAction(row);
  }
}
