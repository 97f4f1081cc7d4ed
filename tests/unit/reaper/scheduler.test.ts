import { expect, it } from "vitest";
import { schedule } from "#lib/reaper/scheduler.ts";

/** Runs the scheduler until `passes` have begun; what happened, in order. */
async function happenings(passes: number, pass: (nth: number) => Promise<void>): Promise<string[]> {
  const happened: string[] = [];
  const stop = new AbortController();
  let begun = 0;
  await schedule(stop.signal, {
    pass: async () => {
      begun += 1;
      const nth = begun;
      happened.push(`begin ${nth}`);
      await pass(nth);
      if (nth === passes) stop.abort();
      happened.push(`end ${nth}`);
    },
    pause: (ms) => {
      happened.push(ms >= 10_000 && ms <= 12_000 ? "pause" : `pause of ${ms} ms`);
      return Promise.resolve();
    },
  });
  return happened;
}

it("begins a pass only when the one before has ended, and a pause is over", async () => {
  const happened = await happenings(3, async () => {
    await Promise.resolve();
  });
  expect(happened).toEqual(["begin 1", "end 1", "pause", "begin 2", "end 2", "pause", "begin 3", "end 3", "pause"]);
});

it("goes on after a pass that failed", async () => {
  const happened = await happenings(2, (nth) =>
    nth === 1 ? Promise.reject(new Error("no database")) : Promise.resolve(),
  );
  expect(happened).toEqual(["begin 1", "pause", "begin 2", "end 2", "pause"]);
});

it("ends its pause when it is stopped", async () => {
  const stop = new AbortController();
  const running = schedule(stop.signal, {
    pass: () => Promise.resolve(stop.abort()),
    pause: (_ms, signal) => (signal.aborted ? Promise.resolve() : Promise.reject(new Error("not stopped"))),
  });
  await expect(running).resolves.toBeUndefined();
});
