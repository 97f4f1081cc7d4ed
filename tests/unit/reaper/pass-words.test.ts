import { expect, it } from "vitest";
import { movedBy, sayDid, sayStop } from "#components/reaper/reaper-words.ts";
import { passCountsSchema } from "#lib/reaper/contract.ts";

const STARTED = "2026-12-01T09:00:00.000Z";
const at = (seconds: number) => Date.parse(STARTED) + seconds * 1000;

it("a pass without an end runs, until it is older than any pass may be: then it was killed", () => {
  const pass = { startedAt: STARTED, finishedAt: null, stoppedBy: null };
  expect(sayStop(pass, at(40))).toBe("Running");
  expect(sayStop(pass, at(120))).toBe("Killed");
  expect(sayStop({ ...pass, finishedAt: STARTED, stoppedBy: "deadline" }, at(120))).toBe("Time was up");
});

it("what a pass did is said without its zeros, and what only waits was not moved", () => {
  const counts = passCountsSchema.parse({ fetched: 1304, asked: 1300, waiting: 4, lapsed: 1, sealed: 9 });
  expect(sayDid(counts)).toBe("1,300 sent to people, 1 lapsed unclaimed, 4 put off");
  expect(movedBy(counts)).toBe(1301);
  expect(sayDid(passCountsSchema.parse({}))).toBe("nothing to do");
});
