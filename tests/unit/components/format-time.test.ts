import { expect, it } from "vitest";
import { sayLate } from "#components/reaper/late-reaper.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { formatClock, formatTime } from "#components/ui/format-time.ts";

const AT = "2026-12-01T23:30:05.000Z";

it.each([
  ["UTC", "1 Dec 2026, 23:30:05 UTC"],
  ["Asia/Tokyo", "2 Dec 2026, 08:30:05 UTC+9"],
  ["America/St_Johns", "1 Dec 2026, 20:00:05 UTC−3:30"],
  ["Asia/Kathmandu", "2 Dec 2026, 05:15:05 UTC+5:45"],
  ["Europe/London", "1 Dec 2026, 23:30:05 UTC"],
])("a time in %s names its zone", (zone, text) => {
  expect(formatTime(AT, zone)).toBe(text);
});

it("knows that summer has another distance", () => {
  expect(formatClock("2026-07-01T12:00:00.000Z", "Europe/Berlin")).toBe("14:00 UTC+2");
  expect(formatClock("2026-12-01T12:00:00.000Z", "Europe/Berlin")).toBe("13:00 UTC+1");
});

it.each([
  [0, "0"],
  [999, "999"],
  [18_204, "18,204"],
  [1_234_567, "1,234,567"],
])("%d is written %s", (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

it("the reaper is late after three minutes, or if it never ran", () => {
  const now = Date.parse(AT);
  expect(sayLate({ endedAt: new Date(now - 179_000).toISOString() }, now)).toBe("");
  expect(sayLate({ endedAt: new Date(now - 420_000).toISOString() }, now)).toBe(
    "Reaper has not run for 7 min. New stuck sends may be missing.",
  );
  expect(sayLate({ endedAt: null }, now)).toMatch(/never run/);
});
