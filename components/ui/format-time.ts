const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Own formatting instead of `Intl`: server and browser must print the same, whatever their locale data. */
export function formatTime(iso: string): string {
  const at = new Date(iso);
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}, ${at.toISOString().slice(11, 19)} UTC`;
}

export function formatClock(iso: string): string {
  return `${new Date(iso).toISOString().slice(11, 16)} UTC`;
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
