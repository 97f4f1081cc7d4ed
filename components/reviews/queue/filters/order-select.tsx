"use client";

import { NativeSelect } from "@mantine/core";
import type { Sort } from "#lib/reviews/lists/words.ts";
import { inOrder, orderWords, type QueueView, sortingOf } from "../queue-view.ts";
import type { ChangeView } from "../use-queue-view.ts";

const FIRST: Readonly<Record<Sort, { up: string; down: string }>> = {
  opened: { up: "Waiting longest first", down: "Newest first" },
  decide_by: { up: "Decide by: soonest first", down: "Decide by: latest first" },
  attempts: { up: "Fewest attempts first", down: "Most attempts first" },
  closed: { up: "Closed first", down: "Closed last first" },
  decided: { up: "Decided first", down: "Decided last first" },
};

/** The order, where there are no headers to press: a card has none. */
export function OrderSelect({ view, change }: { view: QueueView; change: ChangeView }) {
  const now = sortingOf(view);
  const orders = orderWords(view);
  return (
    <NativeSelect
      data={orders.map(({ sort, isDescending }) => ({
        value: valueOf(sort, isDescending),
        label: isDescending ? FIRST[sort].down : FIRST[sort].up,
      }))}
      label="Order"
      onChange={({ currentTarget: { value } }) => {
        const chosen = orders.find(({ sort, isDescending }) => valueOf(sort, isDescending) === value);
        if (chosen !== undefined) change(inOrder(view, chosen.sort, chosen.isDescending));
      }}
      value={valueOf(now.by, now.isDescending)}
    />
  );
}

function valueOf(sort: Sort, isDescending: boolean): string {
  return `${sort} ${isDescending ? "down" : "up"}`;
}
