import { randomUUID } from "node:crypto";
import { type Job, Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { testDatabase } from "#tests/setup/test-database.ts";
import { openWorker, startAttempt } from "#tests/support/case.ts";
import { actionRow } from "#tests/support/rows.ts";
import { onceProcessor, wakeParked } from "../../../examples/queues/bullmq.ts";
import { dismiss, leaveInDoubt, outreach, type Outreach, signResend } from "./outreach.ts";
import { findRedis, type RedisServer, startRedis } from "./redis-server.ts";

const { pool } = testDatabase();
const binary = findRedis();
const ATTEMPTS = 1;

describe.skipIf(binary === null)("a BullMQ job", () => {
  let server: RedisServer;
  let redis: Redis;

  beforeAll(async () => {
    server = await startRedis(binary ?? "");
    redis = new Redis({ port: server.port, maxRetriesPerRequest: null });
    await pool.query("update policy set hold_seconds = 0");
  });

  afterAll(async () => {
    await redis?.quit();
    await server?.stop();
  });

  /** A queue and a worker of a test's own, which deliver one job that may fail only once. */
  async function deliver(run: () => Promise<unknown>): Promise<{ queue: Queue; job: Job; id: string }> {
    const name = `outreach-${randomUUID()}`;
    const queue = new Queue(name, { connection: redis });
    const worker = new Worker(name, onceProcessor(redis, run), { connection: redis });
    onTestFinished(async () => {
      await worker.close();
      await queue.close();
    });
    const job = await queue.add("send", {}, { attempts: ATTEMPTS });
    return { queue, job, id: job.id ?? "" };
  }

  async function parked({ queue, id }: { queue: Queue; id: string }): Promise<void> {
    await vi.waitFor(async () => expect(await (await queue.getJob(id))?.getState()).toBe("delayed"), 5_000);
  }

  async function finished({ queue, id }: { queue: Queue; id: string }): Promise<Job | undefined> {
    await vi.waitFor(async () => expect(await (await queue.getJob(id))?.isCompleted()).toBe(true), 10_000);
    return queue.getJob(id);
  }

  const isDelayed = async (queue: Queue, id: string) => (await queue.getJob(id))?.isDelayed();

  it("that is parked burns no attempt and resumes when a person has decided", async () => {
    const send = outreach(pool);
    const key = await leaveInDoubt(pool, send);
    const delivered = await deliver(send.run);
    await parked(delivered);
    await wakeParked(redis, delivered.queue, pool);
    expect(await isDelayed(delivered.queue, delivered.id)).toBe(true);
    expect((await delivered.queue.getJob(delivered.id))?.attemptsMade).toBe(0);
    expect(send.effects).toBe(0);

    await signResend(pool, key);
    await wakeParked(redis, delivered.queue, pool);
    const done = await finished(delivered);
    expect(done?.returnvalue).toEqual({ sent: 1 });
    expect(done?.attemptsMade).toBe(1);
    expect(send.effects).toBe(1);
    expect(await actionRow(pool, key)).toMatchObject({ status: "succeeded", attempt: 2 });
    expect(await redis.keys("notwice:waiting:*")).toEqual([]);
  });

  it("whose action another worker executed after the decision gets what that one did", async () => {
    const send = outreach(pool);
    const key = await leaveInDoubt(pool, send);
    const delivered = await deliver(send.run);
    await parked(delivered);
    await signResend(pool, key);
    const stop = new AbortController();
    const resend = () => {
      stop.abort();
      return { sent: "by work()" };
    };
    await openWorker(pool).work({ send_email: resend }, { signal: stop.signal, pollMs: 20 });
    await wakeParked(redis, delivered.queue, pool);
    expect((await finished(delivered))?.returnvalue).toEqual({ sent: "by work()" });
    expect(send.effects).toBe(0);
  });

  it("that has to wait is delivered again after retryAfterMs, and not before", async () => {
    const send = outreach(pool);
    const other = await startAttempt(openWorker(pool), send.intent, { timeoutMs: 2_000 });
    const deadline = Number((await actionRow(pool, other.context.key))["deadline_at"]);
    const delivered = await deliver(send.run);
    await parked(delivered);
    const waiting = await delivered.queue.getJob(delivered.id);
    const due = (waiting?.timestamp ?? 0) + (waiting?.delay ?? 0);
    expect(Math.abs(due - deadline)).toBeLessThan(500);
    await other.finish("sent by the other");
    const done = await finished(delivered);
    expect(done?.returnvalue).toBe("sent by the other");
    expect(done?.finishedOn).toBeGreaterThanOrEqual(due - 50);
    expect(done?.attemptsMade).toBe(1);
    expect(send.effects).toBe(0);
  });

  it("whose action was dismissed is dropped, at once or out of the park", async () => {
    const dropped = async (delivered: { queue: Queue; id: string }, send: Outreach) => {
      expect((await finished(delivered))?.returnvalue).toBeNull();
      expect(send.effects).toBe(0);
    };
    const atOnce = outreach(pool);
    await dismiss(pool, await leaveInDoubt(pool, atOnce));
    await dropped(await deliver(atOnce.run), atOnce);

    const later = outreach(pool);
    const key = await leaveInDoubt(pool, later);
    const delivered = await deliver(later.run);
    await parked(delivered);
    await dismiss(pool, key);
    await wakeParked(redis, delivered.queue, pool);
    await dropped(delivered, later);
  });

  it("that finished and is delivered again returns the stored result", async () => {
    const send = outreach(pool);
    expect((await finished(await deliver(send.run)))?.returnvalue).toEqual({ sent: 1 });
    expect((await finished(await deliver(send.run)))?.returnvalue).toEqual({ sent: 1 });
    expect(send.effects).toBe(1);
  });

  it("that fails of itself is the queue's to retry", async () => {
    const { queue, id } = await deliver(() => Promise.reject(new Error("a bug")));
    await vi.waitFor(async () => expect(await (await queue.getJob(id))?.isFailed()).toBe(true), 5_000);
    expect(await queue.getJob(id)).toMatchObject({ failedReason: "a bug", attemptsMade: 1 });
  });
});
