import { HeldError, OnceError } from "@notwice/once";
import type { JobHelpers, Task, WorkerUtils } from "graphile-worker";
import type { Pool } from "pg";
import { decidedActions } from "./decided.ts";

/** Where the library names no time. */
const RETRY_MS = 10_000;
/** A parked job is woken. It looks for itself once a day, should that have been lost. */
const PARKED_MS = 24 * 3600 * 1000;

/**
 * A task whose effects go through once(). The library's refusals never count as an attempt: `maxAttempts` is
 * for what else may go wrong.
 *
 * @example run({ pgPool, taskList: { outreach: onceTask((payload) => sendFollowUp(payload)) } })
 */
export function onceTask(run: (payload: unknown) => Promise<unknown>): Task {
  return async (payload, helpers) => {
    try {
      await run(payload);
    } catch (error) {
      if (!(error instanceof OnceError)) throw error;
      if (error.disposition === "drop") helpers.logger.info(`dropped: ${error.message}`);
      else await putOff(helpers, error);
    }
  };
}

/** A running job cannot be moved: it is added again under its key, without the attempt that it just took. */
async function putOff(helpers: JobHelpers, error: OnceError): Promise<void> {
  const { job } = helpers;
  const parked = error.disposition === "park";
  const delayMs = parked ? PARKED_MS : (error.retryAfterMs ?? RETRY_MS);
  const queueName = await helpers.getQueueName();
  await helpers.addJob(job.task_identifier, job.payload, {
    jobKey: job.key ?? `again:${job.id}`,
    runAt: new Date(Date.now() + delayMs),
    maxAttempts: job.max_attempts - job.attempts + 1,
    priority: job.priority,
    // Its flag says which action it waits for. Other errors to park are for a person to mend.
    flags: parked && error instanceof HeldError && error.key ? [`${WAITS_FOR}${error.key}`] : [],
    ...(queueName !== null && { queueName }),
  });
}

const WAITS_FOR = "waits-for:";

// What has run since it was woken has its attempts, and the queue's own retries go on from there.
const WAITING = `
select id, substr(flag, length($1) + 1) as key
from graphile_worker.jobs, jsonb_object_keys(flags) as flag
where starts_with(flag, $1) and locked_at is null and attempts = 0 and run_at > now()`;

/** Wakes the jobs whose action was decided. Call it every few seconds, in one process or in all. */
export async function wakeParked(utils: WorkerUtils, pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string; key: string }>(WAITING, [WAITS_FOR]);
  const decided = await decidedActions(pool, [...new Set(rows.map(({ key }) => key))]);
  const woken = rows.filter(({ key }) => decided.has(key)).map(({ id }) => id);
  if (woken.length > 0) await utils.rescheduleJobs(woken, { runAt: new Date() });
}
