import { randomUUID } from "node:crypto";
import { Logger, makeWorkerUtils, runOnce, type WorkerUtils } from "graphile-worker";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, startAttempt } from "#tests/support/case.ts";
import { actionRow } from "#tests/support/rows.ts";
import { onceTask, wakeParked } from "../../../examples/queues/graphile-worker.ts";
import { dismiss, leaveInDoubt, outreach, signResend } from "./outreach.ts";

const { pool } = testDatabase();
const logger = new Logger(() => () => {});
const ATTEMPTS = 1;

let utils: WorkerUtils;

beforeAll(async () => {
  utils = await makeWorkerUtils({ pgPool: pool, logger });
  await utils.migrate();
  await pool.query("update policy set hold_seconds = 0");
});

afterAll(async () => {
  await utils.release();
});

interface Delivered {
  /** Runs what is due, as the worker would, until nothing is. */
  work(): Promise<void>;
  waiting(): Promise<{ run_at: Date; attempts: number; max_attempts: number; last_error: string | null } | undefined>;
  results: unknown[];
}

/** runOnce() returns a moment before what it ran is recorded. */
async function locked(task: string): Promise<number | null> {
  const statement = "select from graphile_worker.jobs where task_identifier = $1 and locked_at is not null";
  return (await pool.query(statement, [task])).rowCount;
}

/** A task of a test's own, and one job for it that may fail only once. */
async function deliver(run: () => Promise<unknown>): Promise<Delivered> {
  const task = `outreach-${randomUUID()}`;
  const results: unknown[] = [];
  await utils.addJob(task, { some: "payload" }, { maxAttempts: ATTEMPTS, jobKey: task });
  const work = onceTask(async () => results.push(await run()));
  return {
    results,
    async work() {
      await runOnce({ pgPool: pool, logger, taskList: { [task]: work } });
      await vi.waitFor(async () => expect(await locked(task)).toBe(0));
    },
    async waiting() {
      const { rows } = await pool.query(
        "select run_at, attempts, max_attempts, last_error from graphile_worker.jobs where task_identifier = $1 and key = $1",
        [task],
      );
      return rows[0];
    },
  };
}

const FRESH = { attempts: 0, max_attempts: ATTEMPTS, last_error: null };

describe("a graphile-worker job", () => {
  it("that is parked burns no attempt and resumes when a person has decided", async () => {
    const send = outreach(pool);
    const key = await leaveInDoubt(pool, send);
    const job = await deliver(send.run);
    await job.work();
    const parked = await job.waiting();
    expect(parked).toMatchObject(FRESH);
    expect(Number(parked?.run_at)).toBeGreaterThan(Date.now() + 3600_000);
    await wakeParked(utils, pool);
    await job.work();
    expect(await job.waiting()).toEqual(parked);
    expect(send.effects).toBe(0);

    await signResend(pool, key);
    await wakeParked(utils, pool);
    await job.work();
    expect(job.results).toEqual([{ sent: 1 }]);
    expect(send.effects).toBe(1);
    expect(await job.waiting()).toBeUndefined();
    expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded", attempt: 2 });
  });

  it("whose action another worker executed after the decision gets what that one did", async () => {
    const send = outreach(pool);
    const key = await leaveInDoubt(pool, send);
    const job = await deliver(send.run);
    await job.work();
    await signResend(pool, key);
    const stop = new AbortController();
    const resend = () => {
      stop.abort();
      return { sent: "by work()" };
    };
    await openWorker(pool).work({ send_email: resend }, { signal: stop.signal, pollMs: 20 });
    await wakeParked(utils, pool);
    await job.work();
    expect(job.results).toEqual([{ sent: "by work()" }]);
    expect(send.effects).toBe(0);
  });

  it("that has to wait is delivered again after retryAfterMs, and not before", async () => {
    const send = outreach(pool);
    const other = await startAttempt(openWorker(pool), send.intent, { timeoutMs: 2_000 });
    const deadline = Number((await actionRow(pool, other.context.key))["deadline_at"]);
    const job = await deliver(send.run);
    await job.work();
    const waiting = await job.waiting();
    expect(waiting).toMatchObject(FRESH);
    expect(Math.abs(Number(waiting?.run_at) - deadline)).toBeLessThan(500);
    await other.finish("sent by the other");
    await wakeParked(utils, pool);
    await job.work();
    expect(job.results).toEqual([]);
    await vi.waitFor(async () => {
      await job.work();
      expect(job.results).toEqual(["sent by the other"]);
    }, 10_000);
    expect(Date.now()).toBeGreaterThanOrEqual(Number(waiting?.run_at));
    expect(send.effects).toBe(0);
  });

  it("whose action was dismissed is dropped, at once or out of the park", async () => {
    const atOnce = outreach(pool);
    await dismiss(pool, await leaveInDoubt(pool, atOnce));
    const first = await deliver(atOnce.run);
    await first.work();
    expect(await first.waiting()).toBeUndefined();

    const later = outreach(pool);
    const key = await leaveInDoubt(pool, later);
    const second = await deliver(later.run);
    await second.work();
    await dismiss(pool, key);
    await wakeParked(utils, pool);
    await second.work();
    expect(await second.waiting()).toBeUndefined();
    expect([atOnce.effects, later.effects]).toEqual([0, 0]);
  });

  it("that finished and is delivered again returns the stored result", async () => {
    const send = outreach(pool);
    const [first, second] = [await deliver(send.run), await deliver(send.run)];
    await first.work();
    await second.work();
    expect([first.results, second.results]).toEqual([[{ sent: 1 }], [{ sent: 1 }]]);
    expect(send.effects).toBe(1);
  });

  it("that fails of itself is the queue's to retry, and is not woken for what it once waited for", async () => {
    const send = outreach(pool);
    const key = await leaveInDoubt(pool, send);
    let broken = false;
    const job = await deliver(() => (broken ? Promise.reject(new Error("a bug")) : send.run()));
    await job.work();
    await signResend(pool, key);
    broken = true;
    await wakeParked(utils, pool);
    await job.work();
    const failed = await job.waiting();
    expect(failed).toMatchObject({ attempts: 1, last_error: expect.stringContaining("a bug") });
    await wakeParked(utils, pool);
    expect(await job.waiting()).toEqual(failed);
  });
});
