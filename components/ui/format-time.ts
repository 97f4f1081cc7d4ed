const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const MINUTE_MS = 60_000;

/**
 * Own formatting instead of `Intl`: server and browser must print the same, whatever their locale data. Only how far a
 * zone is from UTC comes from there, in numbers.
 */
export function formatTime(iso: string, zone = "UTC"): string {
  const { at, suffix } = shifted(iso, zone);
  return `${formatDay(at)}, ${at.toISOString().slice(11, 19)} ${suffix}`;
}

export function formatClock(iso: string, zone = "UTC"): string {
  const { at, suffix } = shifted(iso, zone);
  return `${at.toISOString().slice(11, 16)} ${suffix}`;
}

function formatDay(at: Date): string {
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}

/** The date whose UTC fields read as the clock on the wall there. */
function shifted(iso: string, zone: string): { at: Date; suffix: string } {
  const at = new Date(iso);
  if (zone === "UTC") return { at, suffix: "UTC" };
  const minutes = minutesFromUtc(at, zone);
  return { at: new Date(at.getTime() + minutes * MINUTE_MS), suffix: sayOffset(minutes) };
}

function sayOffset(minutes: number): string {
  if (minutes === 0) return "UTC";
  const hours = Math.floor(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  return `UTC${minutes < 0 ? "−" : "+"}${hours}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function minutesFromUtc(at: Date, timeZone: string): number {
  const format = formats.get(timeZone) ?? newFormat(timeZone);
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  const wall = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return Math.round((wall - Math.floor(at.getTime() / 1000) * 1000) / MINUTE_MS);
}

function newFormat(timeZone: string): Intl.DateTimeFormat {
  const numbers = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
  return new Intl.DateTimeFormat("en-US", { ...numbers, second: "numeric", hourCycle: "h23", timeZone });
}

const UNITS = [
  { unit: "d", seconds: 86_400 },
  { unit: "h", seconds: 3600 },
  { unit: "min", seconds: 60 },
] as const;

export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const fit = UNITS.find((each) => whole >= each.seconds);
  return fit ? `${Math.floor(whole / fit.seconds)} ${fit.unit}` : `${whole} s`;
}
