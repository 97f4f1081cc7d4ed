import { setTimeout as wait } from "node:timers/promises";
import { type ActionLog, type Effect, type Intent, OnceError, openActionLog } from "@notwice/once";
import { Pool } from "pg";
import { type Chaos, chaosFrom, type ChaosPoint } from "./chaos.ts";
import { postMessage, sendEmail, sendEmailInto } from "./effects.ts";
import { type DemoFiles, demoFiles } from "./files.ts";
import { type Job, JobList } from "./jobs.ts";
import { INTRODUCTION_STEP, planOf } from "./plan.ts";
import { stopSignal } from "./process/stop.ts";

const MAX_RUNS = 300;
const PACE_MS = 10_000;
/** The first few come quicker, so that a visitor has something to look at. */
const OPENING_RUNS = 3;
const OPENING_PACE_MS = 3_000;
const LOOK_EVERY_MS = 200;
const RETRY_MS = 5_000;

/** An agent that introduces itself to leads, with a job list behind it that delivers at least once. */
class OutreachAgent {
  readonly #actions: ActionLog;
  readonly #files: DemoFiles;
  readonly #jobs: JobList;
  readonly #chaos: Chaos;

  constructor(actions: ActionLog, files: DemoFiles, chaos: Chaos) {
    this.#actions = actions;
    this.#files = files;
    this.#jobs = new JobList(files.jobs);
    this.#chaos = chaos;
  }

  /** Plans new runs at their pace and delivers what is due, until told to stop. */
  async deliverJobs(runs: number, paceMs: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#addWhatIsDue(runs, paceMs);
      for (const job of this.#jobs.due()) {
        if (!signal.aborted) await this.#deliver(job);
      }
      await wait(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** Executes what was released: by a signature, or because nothing had begun. */
  async workReleased(signal: AbortSignal): Promise<void> {
    const thenGoOn =
      (effect: Effect<unknown>): Effect<unknown> =>
      async (context) => {
        const result = await effect(context);
        this.#jobs.wake(context.key);
        return result;
      };
    await this.#actions.work(
      {
        send_email: thenGoOn((context) => sendEmail(this.#files, context)),
        post_message: thenGoOn((context) => postMessage(this.#files, context)),
      },
      { signal, twoPhase: true, pollMs: 1_000, onError: report },
    );
  }

  #addWhatIsDue(runs: number, paceMs: number): void {
    while (this.#jobs.size < runs) {
      const newest = this.#jobs.all.at(-1);
      const pace = this.#jobs.size < OPENING_RUNS ? Math.min(paceMs, OPENING_PACE_MS) : paceMs;
      if (newest !== undefined && Date.now() - Date.parse(newest.addedAt) < pace) return;
      this.#jobs.add();
    }
  }

  async #deliver(job: Job): Promise<void> {
    const strike = job.struck ? undefined : this.#chaos(job.run);
    try {
      if (strike === "before_claim") this.#die(job, strike);
      for (const intent of planOf(job)) await this.#perform(job, intent, strike);
      this.#jobs.finish(job);
    } catch (error) {
      this.#setAside(job, error);
    }
  }

  async #perform(job: Job, intent: Intent, strike: ChaosPoint | undefined): Promise<void> {
    const struckHere = intent.step === INTRODUCTION_STEP ? strike : undefined;
    await this.#actions.perform(intent, this.#effect(job, intent, struckHere), { twoPhase: true });
    if (struckHere === "after_record") this.#die(job, struckHere);
  }

  #effect(job: Job, intent: Intent, strike: ChaosPoint | undefined): Effect<unknown> {
    if (intent.kind === "post_message") return (context) => postMessage(this.#files, context);
    return (context) => {
      // Its connection dies, not the agent: the one strike that has to be noted beforehand.
      if (strike === "reset_after_dot") this.#jobs.strike(job, strike);
      return sendEmailInto(strike, this.#files, context, (point) => this.#die(job, point));
    };
  }

  /** What a job queue does with the `disposition` of a refusal. */
  #setAside(job: Job, error: unknown): void {
    if (!(error instanceof OnceError)) {
      report(error);
      this.#jobs.later(job, RETRY_MS);
      return;
    }
    switch (error.disposition) {
      case "retry":
        return this.#jobs.later(job, error.retryAfterMs ?? RETRY_MS, error.key);
      case "park":
        return this.#jobs.park(job, error.key);
      case "drop":
        return this.#jobs.drop(job);
    }
  }

  /** Really: no handler runs, no row is completed, no job is acknowledged. */
  #die(job: Job, point: ChaosPoint): void {
    this.#jobs.strike(job, point);
    console.log(`outreach agent: dies in ${job.runId} (${point})`);
    process.kill(process.pid, "SIGKILL");
  }
}

function report(error: unknown): void {
  console.error("outreach agent:", error instanceof Error ? error.message : error);
}

const { DATABASE_URL, OUTREACH_CHAOS, OUTREACH_SEED, OUTREACH_RUNS, OUTREACH_PACE_MS } = process.env;
if (!DATABASE_URL) throw new Error("DATABASE_URL is not set.");
const signal = stopSignal();
const pool = new Pool({ connectionString: DATABASE_URL, max: 4 });
pool.on("error", report);
const agent = new OutreachAgent(
  openActionLog({ db: pool, worker: "outreach-agent" }),
  demoFiles(),
  chaosFrom(OUTREACH_CHAOS, OUTREACH_SEED ?? "outreach"),
);
try {
  await Promise.all([
    agent.deliverJobs(Number(OUTREACH_RUNS ?? MAX_RUNS), Number(OUTREACH_PACE_MS ?? PACE_MS), signal),
    agent.workReleased(signal),
  ]);
  await pool.end();
} catch (error) {
  // The database is not there: whoever keeps the agent running starts it again.
  report(error);
  process.exitCode = 1;
}
process.exit();
