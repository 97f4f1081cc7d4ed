import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { messagesAt, type RunningSink, startSink } from "#tests/support/demo.ts";
import { reap } from "#tests/support/reap.ts";
import { startChild } from "./child.ts";
import { type CrashJob, type Point, POINTS, type WorkerEnv } from "./points.ts";

const JOBS_PER_POINT = 34;
/** Each delivers its share anew after every death: the smaller the shares, the fewer deliveries. */
const WORKERS = 5;
const { pool, url } = testDatabase();

const jobs: CrashJob[] = Array.from({ length: JOBS_PER_POINT * POINTS.length }, (_, id) => ({
  id,
  point: POINTS[id % POINTS.length] ?? "before_claim",
}));

/** What must have become of every job killed at a point, once it was delivered again and nobody has signed. */
const EXPECTED: Record<Point, { status: string; attempt: number; reviews: number; messages: number }> = {
  before_claim: { status: "succeeded", attempt: 1, reviews: 0, messages: 1 },
  after_claim: { status: "succeeded", attempt: 2, reviews: 0, messages: 1 },
  before_begin: { status: "succeeded", attempt: 2, reviews: 0, messages: 1 },
  after_begin: { status: "failed", attempt: 1, reviews: 1, messages: 0 },
  after_accept: { status: "failed", attempt: 1, reviews: 1, messages: 1 },
  after_record: { status: "succeeded", attempt: 1, reviews: 0, messages: 1 },
};

let sink: RunningSink;
let folder: string;

/** Starts worker processes for a share of the jobs until one delivers them all; how often they were killed. */
async function deliverAll(share: CrashJob[], deathsFile: string): Promise<number> {
  const env: WorkerEnv = {
    DATABASE_URL: url,
    SINK_PORT: String(sink.port),
    JOBS: JSON.stringify(share),
    DEATHS_FILE: deathsFile,
  };
  for (let deaths = 0; deaths <= share.length; deaths++) {
    const [code, signal] = await once(startChild("send-worker.ts", { ...env }), "exit");
    if (code === 0) return deaths;
    if (signal !== "SIGKILL") throw new Error(`a worker ended with ${code ?? signal}`);
  }
  throw new Error("workers were killed more often than planned");
}

/** All workers are dead or done: their deadlines pass without anybody waiting for them. */
async function letDeadlinesPass(): Promise<void> {
  await pool.query("update action_log set deadline_at = now() - interval '1 second' where status = 'in_flight'");
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "notwice-crash-"));
  sink = await startSink();
});

afterAll(async () => {
  await sink[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

describe(`${jobs.length} sends whose worker is killed by SIGKILL`, () => {
  let deaths: number;
  let delivered: Map<number, { status: string; attempt: number; reviews: number; messages: number }>;

  beforeAll(async () => {
    const shares = Array.from({ length: WORKERS }, (_, n) => jobs.filter(({ id }) => id % WORKERS === n));
    const deliver = async () => {
      const counts = await Promise.all(shares.map((share, n) => deliverAll(share, join(folder, `deaths-${n}`))));
      return counts.reduce((sum, count) => sum + count, 0);
    };
    deaths = await deliver();
    await letDeadlinesPass();
    await reap();
    deaths += await deliver();
    await letDeadlinesPass();
    await reap();

    const { rows } = await pool.query(
      `select a.run_id, a.status, a.attempt, a.payload,
         (select count(*)::int from review v where v.action_key = a.key) as reviews from action_log a`,
    );
    const messages = messagesAt(sink);
    delivered = new Map(
      rows.map((row) => [
        Number(row.run_id.replace("crash-", "")),
        {
          status: row.status,
          attempt: row.attempt,
          reviews: row.reviews,
          messages: messages.get(JSON.parse(row.payload).messageId)?.length ?? 0,
        },
      ]),
    );
  }, 300_000);

  it("were each killed once, where they should be", () => {
    expect(deaths).toBe(jobs.length);
    const noted = Array.from({ length: WORKERS }, (_, n) => n).flatMap((n) =>
      readFileSync(join(folder, `deaths-${n}`), "utf8")
        .trim()
        .split("\n"),
    );
    expect(noted.toSorted()).toEqual(jobs.map(({ id }) => String(id)).toSorted());
  });

  it.each(POINTS)("%s", (point) => {
    const of = jobs.filter((job) => job.point === point).map(({ id }) => delivered.get(id));
    expect(of).toHaveLength(JOBS_PER_POINT);
    for (const each of of) expect(each).toEqual(EXPECTED[point]);
  });

  it("left no message that nobody asked for, and none twice", () => {
    const counts = [...messagesAt(sink).values()].map((received) => received.length);
    expect(new Set(counts)).toEqual(new Set([1]));
    const expected = jobs.reduce((sum, { point }) => sum + EXPECTED[point].messages, 0);
    expect(counts).toHaveLength(expected);
  });

  it("left nothing in flight, and a doubt only where the worker had begun", async () => {
    const { rows } = await pool.query(
      "select status, failure, doubts, count(*)::int from action_log group by 1, 2, 3 order by 1, 2",
    );
    expect(rows).toEqual([
      { status: "failed", failure: "may_have_happened", doubts: 1, count: 2 * JOBS_PER_POINT },
      { status: "succeeded", failure: null, doubts: 0, count: 4 * JOBS_PER_POINT },
    ]);
  });
});
