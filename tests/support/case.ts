import { randomUUID } from "node:crypto";
import { type ActionLog, type AttemptOptions, type Effect, type EffectContext, openActionLog } from "@notwice/once";
import type { Pool } from "pg";

/** What a worker in these tests holds of an attempt that it left open: its context, and how to end it. */
export interface OpenAttempt {
  context: EffectContext;
  /** Lets the effect return, or throw; resolves with what the caller of `perform` got. */
  finish(value: unknown): Promise<unknown>;
  fail(error: unknown): Promise<unknown>;
}

export interface TestIntent {
  runId: string;
  step: number;
  kind: string;
  target: string;
  payload: unknown;
}

export function testIntent(over: Partial<TestIntent> = {}): TestIntent {
  return {
    runId: `run-${randomUUID()}`,
    step: 0,
    kind: "send_email",
    target: "ana@acme.test",
    payload: { subject: "Hello" },
    ...over,
  };
}

/** A worker with a handle of its own, as another process would have. */
export function openWorker(pool: Pool, worker = "worker-1"): ActionLog {
  return openActionLog({ db: pool, worker });
}

/** Starts an attempt and returns once its effect runs: nothing is slept for. */
export async function startAttempt(
  log: ActionLog,
  intent: TestIntent,
  options: AttemptOptions = {},
): Promise<OpenAttempt> {
  const started = Promise.withResolvers<EffectContext>();
  const ended = Promise.withResolvers<unknown>();
  const effect: Effect<unknown> = (context) => {
    started.resolve(context);
    return ended.promise;
  };
  const outcome = log.perform(intent, effect, options).then(
    (value: unknown) => value,
    (error: unknown) => error,
  );
  void outcome.then((early) => started.reject(new Error("the effect never ran", { cause: early })));
  return {
    context: await started.promise,
    finish(value) {
      ended.resolve(value);
      return outcome;
    },
    fail(error) {
      ended.reject(error);
      return outcome;
    },
  };
}

/** The error a call threw; a call that returned is a test that went wrong. */
export async function refusalOf(call: Promise<unknown>): Promise<Error> {
  const outcome = await call.then(
    (value: unknown) => new Error(`returned ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error)) throw new Error("threw what is no Error", { cause: outcome });
  return outcome;
}
