import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { type Effect, OnceError, openActionLog } from "@notwice/once";
import { mailPayload, sendSmtp } from "@notwice/once/smtp";
import { Pool } from "pg";
import type { CrashJob, Point, WorkerEnv } from "./points.ts";

/** A worker with an at-least-once job list: every process delivers every job again, and dies where its job says. */
flushCompileCache();
process.once("disconnect", () => process.exit());
const env = process.env as unknown as WorkerEnv;
const jobs: CrashJob[] = JSON.parse(env.JOBS);
const pool = new Pool({ connectionString: env.DATABASE_URL, max: 2 });
const actions = openActionLog({ db: pool, worker: `crash-${process.pid}` });

function dieAt(job: CrashJob, point: Point): void {
  if (job.point !== point || deaths().includes(String(job.id))) return;
  appendFileSync(env.DEATHS_FILE, `${job.id}\n`);
  process.kill(process.pid, "SIGKILL");
}

function deaths(): string[] {
  return existsSync(env.DEATHS_FILE) ? readFileSync(env.DEATHS_FILE, "utf8").split("\n") : [];
}

function sending(job: CrashJob): Effect<unknown> {
  return async (context) => {
    dieAt(job, "after_claim");
    const begin = async () => {
      dieAt(job, "before_begin");
      await context.begin();
      dieAt(job, "after_begin");
    };
    const receipt = await sendSmtp({ ...context, begin }, { host: "127.0.0.1", port: Number(env.SINK_PORT) });
    dieAt(job, "after_accept");
    return receipt;
  };
}

async function deliver(job: CrashJob): Promise<void> {
  dieAt(job, "before_claim");
  const runId = `crash-${job.id}`;
  const target = `lead-${job.id}@acme.test`;
  const payload = mailPayload({
    runId,
    step: 0,
    from: "agent@outreach.test",
    to: target,
    subject: `Job ${job.id}`,
    text: `Killed at ${job.point}.`,
    date: new Date(0),
  });
  try {
    await actions.perform({ runId, step: 0, kind: "send_email", target, payload }, sending(job), { twoPhase: true });
  } catch (error) {
    // In flight by a dead worker, or before a person: a later delivery is told what became of it.
    if (!(error instanceof OnceError) || error.name === "ActionFailedError") throw error;
  }
  dieAt(job, "after_record");
}

for (const job of jobs) await deliver(job);
await pool.end();
process.disconnect();
