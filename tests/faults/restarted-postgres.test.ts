import { type Effect, openActionLog } from "@notwice/once";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { disconnect } from "#lib/db/index.ts";
import { testIntent, type TestIntent } from "#tests/support/case.ts";
import { ScratchServer } from "#tests/support/postgres/scratch-server.ts";
import { reap } from "#tests/support/reap.ts";
import { type CaseView, viewCases } from "./case-view.ts";

/** `OUTAGES=20 npm run test:long` is the long form. */
const OUTAGES = Number(process.env["OUTAGES"] ?? 1);
const WORKERS = 8;
const JOBS_PER_OUTAGE = 48;
const KIND = "outage";

interface Job {
  intent: TestIntent;
  twoPhase: boolean;
  /** What the first delivery was told. */
  told?: unknown;
}

let server: ScratchServer;
let pool: Pool;

beforeAll(async () => {
  server = await ScratchServer.start();
  process.env["DATABASE_URL"] = server.url;
  pool = new Pool({ connectionString: server.url, max: 4 });
  // Its idle connections die with the server.
  pool.on("error", () => {});
  await pool.query("insert into policy (kind, backoff_seconds, max_attempts) values ($1, 0, 20)", [KIND]);
});

afterAll(async () => {
  await Promise.all([pool.end(), disconnect()]);
  await server[Symbol.asyncDispose]();
});

interface Fault {
  name: string;
  down: () => Promise<void>;
  /** Nobody starts it but the test, so that the impatient are sure to give up. */
  staysDown: boolean;
}

const FAULTS: Fault[] = [
  { name: "is stopped and started again", down: () => server.stop(), staysDown: true },
  { name: "is killed with -9 and started again", down: () => server.kill(), staysDown: true },
  { name: "starts anew because one of its own was killed with -9", down: killBackend, staysDown: false },
];

async function killBackend(): Promise<void> {
  const { rows } = await pool.query<{ pid: number }>("select pg_backend_pid() as pid");
  for (const { pid } of rows) process.kill(pid, "SIGKILL");
}

/** Holds effects in the middle until the server is down, and tells when enough are held. */
class Outage {
  readonly #wanted: number;
  readonly #caught = new Set<number>();
  readonly #enough = Promise.withResolvers<void>();
  readonly #down = Promise.withResolvers<void>();
  readonly enough = this.#enough.promise;

  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  async hold(worker: number): Promise<void> {
    this.#caught.add(worker);
    const impatient = [...this.#caught].some(isImpatient);
    const patient = [...this.#caught].some((each) => !isImpatient(each));
    if (this.#caught.size >= this.#wanted && impatient && patient) this.#enough.resolve();
    await this.#down.promise;
  }

  pass(): void {
    this.#down.resolve();
  }
}

/** Gives up recording long before a server is back. */
function isImpatient(worker: number): boolean {
  return worker % 2 === 1;
}

/** Every job is delivered once, by whichever worker is free; each effect is noted at its moment, outside the database. */
class Load {
  readonly effects = new Map<string, number>();
  readonly jobs: Job[];
  readonly #queue: Job[];
  #outage: Outage | undefined;

  constructor(jobs: number) {
    this.jobs = Array.from({ length: jobs }, (_, n) => ({ intent: testIntent({ kind: KIND }), twoPhase: n % 2 === 0 }));
    this.#queue = [...this.jobs];
  }

  /** From now on effects are held; so many are enough, and the other workers are anywhere. */
  catch(wanted: number): Outage {
    this.#outage = new Outage(wanted);
    return this.#outage;
  }

  resume(): void {
    this.#outage?.pass();
    this.#outage = undefined;
  }

  async work(worker: number, upTo: number): Promise<void> {
    const own = new Pool({ connectionString: server.url, max: 2 });
    const log = openActionLog({ db: own, worker: `w${worker}`, recordLimitMs: isImpatient(worker) ? 1 : 30_000 });
    while (this.#queue.length > this.jobs.length - upTo) {
      const job = this.#queue.shift();
      if (job === undefined) break;
      job.told = await log
        .perform(job.intent, this.effect(job, worker), { twoPhase: job.twoPhase })
        .catch((error: unknown) => (error instanceof Error ? error.name : error));
    }
    await own.end();
  }

  effect({ intent: { runId }, twoPhase }: Job, worker: number): Effect<string> {
    return async ({ begin }) => {
      if (twoPhase) await begin();
      this.effects.set(runId, (this.effects.get(runId) ?? 0) + 1);
      await this.#outage?.hold(worker);
      return runId;
    };
  }
}

/** Everything that can be settled without a person is: deadlines pass, the reaper looks, every job comes again. */
async function settle(load: Load): Promise<void> {
  const log = openActionLog({ db: pool, worker: "afterwards" });
  for (let round = 0; round < 3; round++) {
    await pool.query("update action_log set deadline_at = now() - interval '1 s' where status = 'in_flight'");
    await reap();
    for (const job of load.jobs) {
      await log.perform(job.intent, load.effect(job, 0), { twoPhase: job.twoPhase }).catch(() => undefined);
    }
  }
}

function isRight(view: CaseView | undefined, effects: number): boolean {
  if (view?.status === "succeeded") return effects === 1;
  if (view?.status !== "failed" || view.reviews.join() !== "open") return false;
  return effects === 0 || (effects === 1 && view.failure === "may_have_happened");
}

describe.each(FAULTS)(`Postgres $name, ${OUTAGES} times under ${WORKERS} workers`, ({ down, staysDown }) => {
  it(
    "no effect happens twice, none that happened is denied, no action is lost",
    async () => {
      const load = new Load(OUTAGES * JOBS_PER_OUTAGE);
      for (let outage = 1; outage <= OUTAGES; outage++) {
        const { enough } = load.catch(2 + (outage % (WORKERS - 3)));
        const workers = Array.from({ length: WORKERS }, (_, n) => load.work(n, outage * JOBS_PER_OUTAGE));
        await enough;
        const cutOff = reap().catch(() => undefined);
        await down();
        load.resume();
        await cutOff;
        await server.start();
        await Promise.all(workers);
      }
      const told = new Set(load.jobs.map((job) => job.told));
      await settle(load);

      const runIds = load.jobs.map(({ intent }) => intent.runId);
      const views = await viewCases(pool, runIds);
      const wrong = runIds
        .map((runId) => ({ runId, effects: load.effects.get(runId) ?? 0, view: views.get(runId) }))
        .filter(({ view, effects }) => !isRight(view, effects));
      expect(wrong).toEqual([]);
      expect(told.has("ResultNotRecordedError") || !staysDown).toBe(true);
    },
    120_000 + OUTAGES * 60_000,
  );
});
