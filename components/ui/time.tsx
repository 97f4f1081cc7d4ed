import { formatClock, formatTime } from "./format-time.ts";

type TimeProps = { at: string; clockOnly?: boolean };

/** The one place that prints a time of day; it always names its zone. */
export function Time({ at, clockOnly = false }: TimeProps) {
  return <time dateTime={at}>{clockOnly ? formatClock(at) : formatTime(at)}</time>;
}
