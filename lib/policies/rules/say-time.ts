/** 1 Dec 2026, 09:14:05 UTC */
export function sayTime(moment: Date): string {
  const day = moment.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  return `${day}, ${moment.toISOString().slice(11, 19)} UTC`;
}
