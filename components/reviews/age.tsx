"use client";

import { VisuallyHidden } from "@mantine/core";
import { formatDuration } from "../ui/format-time.ts";
import { Time } from "../ui/time.tsx";
import { useNow } from "./now.tsx";

const SECOND_MS = 1000;

/** How long ago: "12 min". Whoever cannot see the row hears the full time too. */
export function Age({ of: at }: { of: string }) {
  const seconds = (useNow() - Date.parse(at)) / SECOND_MS;
  return (
    <span className="tabular">
      {formatDuration(seconds)}
      <FullTime at={at} word="since" />
    </span>
  );
}

/** How long still: "in 48 min", or that it is over. */
export function Until({ at, over = "over" }: { at: string; over?: string }) {
  const seconds = (Date.parse(at) - useNow()) / SECOND_MS;
  return (
    <span className="tabular">
      {seconds <= 0 ? over : `in ${formatDuration(seconds)}`}
      <FullTime at={at} word="at" />
    </span>
  );
}

function FullTime({ at, word }: { at: string; word: string }) {
  return (
    <VisuallyHidden>
      , {word} <Time at={at} />
    </VisuallyHidden>
  );
}
