import { appendFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { openActionLog } from "@notwice/once";
import { Pool } from "pg";
import { testIntent } from "#tests/support/case.ts";
import { noteEffect } from "../effects-file.ts";
import type { Answer, Job, MortalPoint } from "./deliveries.ts";

/** A worker that takes one job at a time, and dies where its job says. */
flushCompileCache();
const { DATABASE_URL, EFFECTS_FILE = "", DEATHS_FILE = "", WORKER = "", KIND } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL, max: 1 });
const actions = openActionLog({ db: pool, worker: WORKER });
process.once("disconnect", () => process.exit());

function dieAt(job: Job, point: MortalPoint): void {
  if (job.dieAt !== point) return;
  appendFileSync(DEATHS_FILE, `${point} ${job.runId}\n`);
  process.kill(process.pid, "SIGKILL");
}

async function deliver(job: Job): Promise<Answer> {
  const intent = testIntent({ runId: job.runId, ...(KIND !== undefined && { kind: KIND }) });
  const call = actions.perform(
    intent,
    async ({ key, attempt, payload, begin }) => {
      dieAt(job, "before_begin");
      await begin();
      dieAt(job, "after_begin");
      noteEffect(EFFECTS_FILE, { runId: job.runId, attempt, key, payload });
      dieAt(job, "after_effect");
      return attempt;
    },
    { twoPhase: true },
  );
  return call.then(
    () => "succeeded",
    (error: unknown) => (error instanceof Error ? error.name : "threw"),
  );
}

process.on("message", (job: Job) => void deliver(job).then((answer) => process.send?.(answer)));
