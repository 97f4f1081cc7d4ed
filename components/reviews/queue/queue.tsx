"use client";

import { ReviewList } from "../list/review-list.tsx";
import type { Empty } from "../list/review-rows.tsx";
import { queueColumns } from "./queue-columns.tsx";
import { QUEUE_TABS, type QueueTab } from "./queue-tabs.ts";

const EMPTY: Record<QueueTab, Empty> = {
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

export function Queue({ tab }: { tab: QueueTab }) {
  return (
    <ReviewList
      columns={queueColumns(tab)}
      empty={EMPTY[tab]}
      key={tab}
      layout="queue"
      path="/queue"
      tab={tab}
      tabs={QUEUE_TABS}
      title="Review queue"
    />
  );
}
