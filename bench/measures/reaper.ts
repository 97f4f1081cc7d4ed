import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type pg from "pg";
import { z } from "zod";
import { disconnect } from "../../lib/db/index.ts";
import { type PassResult, runPass } from "../../lib/reaper/index.ts";
import { withBenchDatabase } from "../support/bench-database.ts";
import { processorTime } from "../support/processor-time.ts";
import { machine, type Measured, percentile, writeReport } from "../support/report.ts";
import { insertStale, insertSucceeded } from "../support/rows.ts";

const SMALL_ROWS = 10_000;
const IDLE_PASSES = 31;
const BASELINE_MS = 5000;
const MEMORY_EVERY_MS = 100;
const POLL_MS = 10;
const MB = 2 ** 20;

/** What issue 4 asks of a pass: how fast it opens reviews, whom it keeps waiting, what it costs when there is nothing. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rows: { type: "string", default: "1000000" }, stale: { type: "string", default: "100000" } },
  });
  const [rows, stale] = [Number(values.rows), Number(values.stale)];
  const conditions = machine();
  await withBenchDatabase(async ({ client, url, version }) => {
    const figures = [...(await measureIdle(client, rows)), ...(await measureBacklog(client, url, stale))];
    const at = { postgres: version, rowsSucceeded: rows, rowsStale: stale };
    await writeReport({ name: "reaper", conditions: { ...conditions, ...at }, figures });
  });
}

async function measureIdle(client: pg.Client, rows: number): Promise<Measured[]> {
  await insertSucceeded(client, SMALL_ROWS);
  const small = await idlePass(client);
  await insertSucceeded(client, rows - SMALL_ROWS);
  const large = await idlePass(client);
  const [few, many] = [SMALL_ROWS, rows].map((count) => `${count.toLocaleString("en")} rows`);
  return [
    { what: `pass with nothing to do, ${few}`, value: small.ms, unit: "ms" },
    { what: `pass with nothing to do, ${many}`, value: large.ms, unit: "ms" },
    { what: "the second by the first", value: large.ms / small.ms, unit: "×", goal: "at most 1.5" },
    { what: `pages it touches, ${few}`, value: small.pages, unit: "" },
    { what: `pages it touches, ${many}`, value: large.pages, unit: "" },
  ];
}

/** Medians: one pass is a dozen short statements, and a checkpoint or a neighbour may hit any of them. */
async function idlePass(client: pg.Client): Promise<{ ms: number; pages: number }> {
  const times: number[] = [];
  await runPass({ startedBy: "bench" });
  const before = await pagesTouched(client);
  for (let pass = 0; pass < IDLE_PASSES; pass += 1) {
    const began = performance.now();
    await runPass({ startedBy: "bench" });
    times.push(performance.now() - began);
  }
  return { ms: percentile(times, 0.5), pages: ((await pagesTouched(client)) - before) / IDLE_PASSES };
}

/** Of all tables and their indexes, by connections that are closed: the load of the machine does not change it. */
async function pagesTouched(client: pg.Client): Promise<number> {
  await disconnect();
  const others = "select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
  while ((await client.query(`${others} and backend_type = 'client backend'`)).rowCount !== 0) await sleep(POLL_MS);
  const { rows } = await client.query<{ pages: number }>(
    `select sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::float as pages
     from pg_statio_user_tables`,
  );
  return rows[0]?.pages ?? Number.NaN;
}

async function measureBacklog(client: pg.Client, url: string, stale: number): Promise<Measured[]> {
  const alone = await claimsWhile(url, () => sleep(BASELINE_MS));
  const first = await passOver(client, url, Math.floor(stale / 10));
  const whole = await passOver(client, url, stale);
  return [
    { what: "reviews opened", value: whole.asked / whole.seconds, unit: "a second", goal: "at least 10,000" },
    { what: "the whole pass", value: whole.seconds, unit: "s" },
    { what: "processor time for 1,000 reviews, Postgres", value: whole.postgresMs, unit: "ms" },
    { what: "processor time for 1,000 reviews, this process", value: whole.ownMs, unit: "ms" },
    { what: "a worker's claim during the pass, median", value: percentile(whole.waits, 0.5), unit: "ms" },
    {
      what: "a worker's claim during the pass, 99th percentile",
      value: percentile(whole.waits, 0.99),
      unit: "ms",
      goal: "under 50",
    },
    { what: "the same with no pass running", value: percentile(alone, 0.99), unit: "ms" },
    { what: "claims a second during the pass", value: whole.waits.length / whole.seconds, unit: "" },
    { what: "heap after the pass, a tenth of the backlog", value: first.heapMb, unit: "MB" },
    { what: "heap after the pass, the whole backlog", value: whole.heapMb, unit: "MB", goal: "the same" },
    { what: "most memory the process held, a tenth of the backlog", value: first.mostMb, unit: "MB" },
    { what: "most memory the process held, the whole backlog", value: whole.mostMb, unit: "MB" },
  ];
}

interface Backlog {
  asked: number;
  seconds: number;
  /** Processor time for 1,000 reviews. */
  postgresMs: number;
  ownMs: number;
  waits: number[];
  heapMb: number;
  mostMb: number;
}

/** As many passes as it takes; a pass is bounded, so a slow machine may need a second one. */
async function passOver(client: pg.Client, url: string, stale: number): Promise<Backlog> {
  await insertStale(client, stale);
  const memory = watchMemory();
  const before = await processorTime(client);
  let asked = 0;
  let seconds = 0;
  const waits = await claimsWhile(url, async () => {
    const began = performance.now();
    for (let pass: PassResult | undefined; pass?.stoppedBy !== "done"; asked += pass.asked) {
      pass = await runPass({ startedBy: "bench", limit: stale + 1 });
    }
    seconds = (performance.now() - began) / 1000;
  });
  const after = await processorTime(client);
  const per1000 = (seconds: number) => (seconds * 1e6) / asked;
  return {
    asked,
    seconds,
    postgresMs: per1000(after.postgresSeconds - before.postgresSeconds),
    ownMs: per1000(after.ownSeconds - before.ownSeconds),
    waits,
    ...memory.stop(),
  };
}

/** How long each claim of a worker in another process waited while `work` ran. */
async function claimsWhile(url: string, work: () => Promise<unknown>): Promise<number[]> {
  const worker = fork(join(import.meta.dirname, "..", "support", "claims.ts"), [url]);
  try {
    await work();
    const told = once(worker, "message");
    worker.send("stop");
    return z
      .tuple([z.array(z.number())])
      .rest(z.unknown())
      .parse(await told)[0];
  } finally {
    worker.kill();
  }
}

function watchMemory(): { stop: () => { heapMb: number; mostMb: number } } {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, MEMORY_EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      collectGarbage();
      return { heapMb: process.memoryUsage().heapUsed / MB, mostMb: most / MB };
    },
  };
}

/** What is left then is what the pass holds on to, not what nobody has swept up yet. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc()");
}
