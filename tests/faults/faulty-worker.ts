import { type ActionLog, type AttemptOptions, type Effect, openActionLog } from "@notwice/once";
import { Pool } from "pg";
import { onTestFinished } from "vitest";
import { openWorker, startAttempt, testIntent, type TestIntent } from "#tests/support/case.ts";
import { PostgresProxy } from "#tests/support/postgres/tcp-proxy.ts";
import { releaseByPolicy } from "#tests/support/rows.ts";

/** Tried again at once, where it may be tried again at all; and the same for a provider that deduplicates. */
const KIND = "at_once";
export const RETRIED_KIND = "at_once_retried";

export async function setPolicies(pool: Pool): Promise<void> {
  await pool.query("insert into policy (kind, recovery, backoff_seconds) values ($1, 'ask', 0), ($2, 'retry', 0)", [
    KIND,
    RETRIED_KIND,
  ]);
}

/** One action, the worker that reaches its database through a proxy, and what really happened. */
export interface FaultyWorker {
  proxy: PostgresProxy;
  log: ActionLog;
  intent: TestIntent;
  /** The attempt of each effect, noted at the moment of it. */
  effects: number[];
  /** The effect as it is meant: in two phases behind its `begin()`. */
  effect: Effect<unknown>;
  /** The same, and then its reply does not come. */
  losingTheReply: Effect<unknown>;
  /** Delivers the job: what the effect returned, or the name of what was thrown. */
  deliver(options?: AttemptOptions, effect?: Effect<unknown>): Promise<unknown>;
}

export interface FaultyOptions {
  intent?: TestIntent;
  twoPhase?: boolean;
  recordLimitMs?: number;
}

export async function faultyWorker(databaseUrl: string, options: FaultyOptions = {}): Promise<FaultyWorker> {
  const { intent = testIntent({ kind: KIND }), twoPhase = false, recordLimitMs = 30_000 } = options;
  const proxy = await PostgresProxy.start(databaseUrl);
  const pool = new Pool({ connectionString: proxy.url, max: 2 });
  onTestFinished(async () => {
    await pool.end();
    await proxy[Symbol.asyncDispose]();
  });
  const log = openActionLog({ db: pool, worker: "faulty", recordLimitMs });
  const effects: number[] = [];
  const effect: Effect<unknown> = async ({ attempt, begin }) => {
    if (twoPhase) await begin();
    effects.push(attempt);
    return { attempt };
  };
  return {
    proxy,
    log,
    intent,
    effects,
    effect,
    losingTheReply: async (context) => {
      await effect(context);
      throw new Error("reply lost");
    },
    deliver: async (attempt = {}, how = effect) =>
      log
        .perform(intent, how, { twoPhase, ...attempt })
        .catch((error: unknown) => (error instanceof Error ? error.name : error)),
  };
}

/** What a call threw; nothing if it returned. */
export async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** An action that another worker has failed and a policy has given back; its key. */
export async function releasedAction(pool: Pool, intent: TestIntent): Promise<string> {
  const attempt = await startAttempt(openWorker(pool, "earlier"), intent);
  await attempt.fail(new Error("reply lost"));
  await releaseByPolicy(pool, attempt.context.key);
  return attempt.context.key;
}

export async function letDeadlinePass(pool: Pool, runId: string): Promise<void> {
  await pool.query("update action_log set deadline_at = now() - interval '1 s' where run_id = $1", [runId]);
}
