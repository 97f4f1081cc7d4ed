import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { openActionLog } from "@notwice/once";
import pg from "pg";
import { WORKER_NAME } from "./processor-time.ts";

/** A worker in a process of its own: claims new actions until it is told to stop, then says how long each waited. */
const LANES = 4;
const PAUSE_MS = 2;

const pool = new pg.Pool({ connectionString: process.argv[2], max: LANES, application_name: WORKER_NAME });
const actions = openActionLog({ db: pool, worker: "bench" });
const waits: number[] = [];
const stop = new AbortController();

process.once("message", () => stop.abort());

await Promise.all(Array.from({ length: LANES }, () => claimOneByOne()));
await pool.end();
process.send?.(waits, () => process.disconnect());

async function claimOneByOne(): Promise<void> {
  while (!stop.signal.aborted) {
    const asked = performance.now();
    const intent = { runId: randomUUID(), step: 0, kind: "bench_claim", target: "ana@acme.test", payload: { n: 1 } };
    await actions.perform(intent, () => {
      waits.push(performance.now() - asked);
    });
    await sleep(PAUSE_MS);
  }
}
