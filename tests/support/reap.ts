import { type PassResult, runPass } from "#lib/reaper/index.ts";

/** One pass of the real reaper. */
export async function reap(): Promise<PassResult> {
  return runPass({ startedBy: "test" });
}
