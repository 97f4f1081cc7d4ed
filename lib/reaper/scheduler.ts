import { setTimeout as sleep } from "node:timers/promises";
import { log } from "#lib/log.ts";
import { type PassOptions, runPass } from "./run-pass.ts";

const EVERY_MS = 10_000;
/** Replicas that started together drift apart, so that their passes do not all meet the same rows. */
const JITTER_MS = 2000;
const PASS_DEADLINE_MS = 30_000;

/** Until the process is told to stop; the pass that runs then ends after its batch. */
export async function runScheduler(): Promise<void> {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  await schedule(stop.signal);
}

export interface SchedulerPorts {
  pass: (options: PassOptions) => Promise<unknown>;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Runs one pass after another until the signal aborts, never two at once; resolves when the last one has ended. */
export async function schedule(signal: AbortSignal, ports: SchedulerPorts = { pass: runPass, pause }): Promise<void> {
  while (!signal.aborted) {
    try {
      await ports.pass({ startedBy: "scheduler", deadlineMs: PASS_DEADLINE_MS, signal });
    } catch (error) {
      log.error({ err: error }, "a pass of the reaper failed");
    }
    await ports.pause(EVERY_MS + Math.random() * JITTER_MS, signal);
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // It rejects when the signal aborts, which is the expected end of it.
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
