"use client";

import { Button } from "@mantine/core";
import type { ReviewCounts } from "#lib/reviews/contract.ts";
import { COUNT_CAP } from "#lib/reviews/lists/words.ts";
import { LastPass } from "../../reaper/last-pass.tsx";
import { formatCount } from "../../ui/format-number.ts";
import type { QueueTab } from "./queue-tabs.ts";
import { isFiltered, type QueueView } from "./queue-view.ts";
import type { ChangeView } from "./use-queue-view.ts";
import classes from "../list/review-list.module.css";

const EMPTY: Record<QueueTab, { title: string; hint: string }> = {
  needs_decision: {
    title: "Nothing needs a decision.",
    hint: "A send whose outcome nobody knows stands here until a person has decided.",
  },
  did_not_happen: {
    title: "Nothing here.",
    hint: "What is proved not to have happened, and is not tried again by itself, stands here.",
  },
  awaiting_sign_off: {
    title: "Nothing waits for a sign-off.",
    hint: "What someone has asked for stands here until enough others have signed.",
  },
  released: {
    title: "Nothing is released.",
    hint: "What was signed stands here until a worker takes it, and can be taken back until then.",
  },
  mine: { title: "You have taken nothing.", hint: "“Take” on a case tells the others that you look after it." },
  closed: { title: "No case has been closed yet.", hint: "What was decided, or settled itself, stands here." },
  all: { title: "There has been no case yet.", hint: "Every case that a person had to decide stands here." },
};

type QueueEmptyProps = { view: QueueView; counts: ReviewCounts | undefined; change: ChangeView };

/** That nothing is here, what would be, and whether anybody has looked. */
export function QueueEmpty({ view, counts, change }: QueueEmptyProps) {
  const { title, hint } = EMPTY[view.tab];
  return (
    <div className={classes.empty}>
      {isFiltered(view) ? (
        <>
          <p className={classes.emptyTitle}>No match.</p>
          <p className={classes.emptyHint}>
            {withoutFilters(view, counts)}{" "}
            <Button onClick={() => change({ filter: {} })} size="compact-md" variant="default">
              Clear filters
            </Button>
          </p>
        </>
      ) : (
        <>
          <p className={classes.emptyTitle}>{title}</p>
          <p className={classes.emptyHint}>{hint}</p>
        </>
      )}
      <p className={classes.emptyHint}>
        <LastPass />
      </p>
    </div>
  );
}

function withoutFilters({ tab }: QueueView, counts: ReviewCounts | undefined): string {
  if (counts === undefined || tab === "closed" || tab === "all") return "Without filters there may be some.";
  const count = counts[tab];
  return count === 0
    ? "Without filters there is nothing in this list either."
    : `${formatCount(count, COUNT_CAP)} in this list without filters.`;
}
