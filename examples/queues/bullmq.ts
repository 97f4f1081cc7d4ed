import { HeldError, OnceError } from "@notwice/once";
import { DelayedError, type Job, type Processor, type Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { Pool } from "pg";
import { decidedActions } from "./decided.ts";

/** Where the library names no time. */
const RETRY_MS = 10_000;
/** A parked job is woken. It looks for itself once a day, should that have been lost. */
const PARKED_MS = 24 * 3600 * 1000;

/**
 * A processor for jobs whose effects go through once(). The library's refusals never count as an attempt:
 * `attempts` is for what else may go wrong.
 *
 * @example new Worker("outreach", onceProcessor(redis, ({ runId }) => sendFollowUp(runId)), { connection: redis })
 */
export function onceProcessor<Data, Result>(
  redis: Redis,
  run: (data: Data) => Promise<Result>,
): Processor<Data, Result | undefined> {
  return async (job, token) => {
    try {
      return await run(job.data);
    } catch (error) {
      if (!(error instanceof OnceError)) throw error;
      if (error.disposition === "drop") return undefined;
      await putOff(redis, job, token, error);
      // How a processor tells BullMQ that it has moved the job itself.
      throw new DelayedError();
    }
  };
}

async function putOff(redis: Redis, job: Job, token: string | undefined, error: OnceError): Promise<void> {
  if (error.disposition === "retry") {
    await job.moveToDelayed(Date.now() + (error.retryAfterMs ?? RETRY_MS), token);
    return;
  }
  // Noted before it is moved, so that a decision in between finds it. Other errors to park are for a person to mend.
  if (error instanceof HeldError && job.id && error.key) await redis.hset(waiting(job), job.id, error.key);
  await job.moveToDelayed(Date.now() + PARKED_MS, token);
}

/** Wakes the jobs whose action was decided. Call it every few seconds, in one process or in all. */
export async function wakeParked(redis: Redis, queue: Queue, pool: Pool): Promise<void> {
  const waits = Object.entries(await redis.hgetall(waiting({ queueName: queue.name })));
  const decided = await decidedActions(pool, [...new Set(waits.map(([, key]) => key))]);
  for (const [id] of waits.filter(([, key]) => decided.has(key))) {
    const job = await queue.getJob(id);
    const state = await job?.getState();
    // Just about to be parked: next time.
    if (state === "active") continue;
    if (state === "delayed") await job?.promote();
    await redis.hdel(waiting({ queueName: queue.name }), id);
  }
}

/** A hash of job id to the key of the action that it waits for. */
function waiting({ queueName }: { queueName: string }): string {
  return `notwice:waiting:${queueName}`;
}
