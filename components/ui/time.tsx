"use client";

import { VisuallyHidden } from "@mantine/core";
import { formatClock, formatDuration, formatTime } from "./format-time.ts";
import { useTicking } from "./time/clock.tsx";
import { Tip } from "./time/tip.tsx";
import { useZone } from "./time/zone.tsx";

const SECOND_MS = 1000;

type TimeProps = {
  at: string;
  /**
   * `absolute`: the time with its zone, in a sentence. `detail`: that, then how long ago. `age`: how long ago, and the
   * time by hover, focus and name. `until`: how long still.
   */
  form?: "absolute" | "clock" | "detail" | "age" | "until";
  /** For `until`, once it is past. */
  over?: string;
  /** In a row of a list: the row is where the focus goes. */
  inRow?: boolean;
  clockOnly?: boolean;
};

/** The one place that prints a time. An absolute one always names its zone. */
export function Time({ at, form = "absolute", over = "over", inRow = false, clockOnly = false }: TimeProps) {
  const zone = useZone();
  switch (clockOnly ? "clock" : form) {
    case "absolute":
      return <time dateTime={at}>{formatTime(at, zone)}</time>;
    case "clock":
      return <time dateTime={at}>{formatClock(at, zone)}</time>;
    case "detail":
      return (
        <time dateTime={at}>
          {formatTime(at, zone)} (<Ticking at={at} />)
        </time>
      );
    case "age":
      return <Relative at={at} inRow={inRow} read={(now) => ageAt(at, now)} word="since" />;
    case "until":
      return <Relative at={at} inRow={inRow} read={(now) => untilAt(at, now, over)} word="at" />;
  }
}

type RelativeProps = { at: string; read: (now: number) => string; word: string; inRow: boolean };

function Relative({ at, read, word, inRow }: RelativeProps) {
  const full = formatTime(at, useZone());
  return (
    <Tip isStop={!inRow} tip={full}>
      <time className="tabular" dateTime={at}>
        {useTicking(read)}
        <VisuallyHidden>
          , {word} {full}
        </VisuallyHidden>
      </time>
    </Tip>
  );
}

function Ticking({ at }: { at: string }) {
  return useTicking((now) => (now < Date.parse(at) ? untilAt(at, now, "now") : `${ageAt(at, now)} ago`));
}

const SHOWN_IN_SECONDS = 120;

function ageAt(at: string, now: number): string {
  const seconds = (now - Date.parse(at)) / SECOND_MS;
  return seconds >= 60 && seconds < SHOWN_IN_SECONDS ? `${Math.floor(seconds)} s` : formatDuration(seconds);
}

function untilAt(at: string, now: number, over: string): string {
  const seconds = (Date.parse(at) - now) / SECOND_MS;
  return seconds <= 0 ? over : `in ${formatDuration(seconds)}`;
}
