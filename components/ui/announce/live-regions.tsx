"use client";

import { VisuallyHidden } from "@mantine/core";
import { useSyncExternalStore } from "react";
import { announcements } from "./announcements.ts";

/** The page's two: always there, because a region that comes with its text is not read out. */
export function LiveRegions() {
  const { polite, assertive } = useSyncExternalStore(announcements.subscribe, announcements.read, announcements.read);
  return (
    <VisuallyHidden>
      <div aria-live="polite" data-announces="polite">
        {spoken(polite)}
      </div>
      <div aria-live="assertive" data-announces="assertive">
        {spoken(assertive)}
      </div>
    </VisuallyHidden>
  );
}

/** The same sentence twice is two changes: a blank more or less makes it one that is read again. */
function spoken({ text, times }: { text: string; times: number }): string {
  return times % 2 === 0 ? text : `${text}\u00A0`;
}
