import { AsyncLocalStorage } from "node:async_hooks";
import { hostname } from "node:os";
import { actionKey, sha256 } from "./action-key.ts";
import { canonicalJson } from "./canonical-json.ts";
import { claimAction, type Intended, short } from "./claim-action.ts";
import { executeClaim } from "./execute-claim.ts";
import type { Prepare } from "./pg-db.ts";
import { checkServer, requireDb } from "./require-db.ts";
import {
  requireFunction,
  requireKey,
  requireStep,
  requireTarget,
  requireTimeout,
  requireWord,
} from "./require-field.ts";
import type { Pool } from "pg";
import { openRun, type Run } from "./open-run.ts";
import type { ActionLogDb, Effect, Intent, PerformOptions } from "./types.ts";
import { workReleased, type WorkOptions } from "./work-released.ts";

const RECORD_LIMIT_MS = 30_000;

export interface ActionLogOptions {
  /** A `pg` Pool or an adapter; never a client that could be inside a transaction. */
  db: Pool | ActionLogDb;
  /** This worker's name, kept with each claim. Default: host name and process id. */
  worker?: string;
  /** Prepared statements by name (default "auto": until a pooler refuses them). */
  prepare?: Prepare;
  /** How long the outcome of an effect is offered to a database that does not answer, in milliseconds. Default 30,000. */
  recordLimitMs?: number;
}

export interface ActionLog {
  /**
   * The pattern's own signature: claims `key`, runs `effect`, stores what it returns; a later call gets the
   * stored result. Prefer {@link ActionLog.perform}: without a stored payload nobody can resend the action.
   * @returns what the effect returned, after a JSON round trip.
   * @throws OnceError with a `disposition` for the job queue; TypeError for bad input, before anything is claimed.
   */
  once<T>(
    key: string,
    of: { runId: string; kind: string },
    effect: Effect<T>,
    options?: PerformOptions,
  ): Promise<T>;
  /** As {@link ActionLog.once}, with the key derived from the intent and the intent stored. */
  perform<T>(intent: Intent, effect: Effect<T>, options?: PerformOptions): Promise<T>;
  /** A handle that numbers the steps of straight-line code in call order. */
  run(runId: string): Run;
  /**
   * Claims and executes released actions of the kinds given, until the signal aborts and what runs has ended.
   * Each handler gets the stored payload, never the caller's.
   */
  work(handlers: Record<string, Effect<unknown>>, options: WorkOptions): Promise<void>;
}

/** Opens the action log for one worker; opens no connection by itself. */
export function openActionLog(options: ActionLogOptions): ActionLog {
  const db = requireDb(options.db, options.prepare ?? "auto");
  const worker = requireWord("worker", options.worker ?? `${hostname()}:${process.pid}`);
  const recordLimitMs = requireTimeout("recordLimitMs", options.recordLimitMs) ?? RECORD_LIMIT_MS;
  const holder = { db, worker, recordLimitMs };
  const running = new AsyncLocalStorage<readonly string[]>();
  const inProcess = new Map<string, Promise<string | null>>();
  let checked: Promise<void> | undefined;

  async function ready(): Promise<void> {
    checked ??= checkServer(db).catch((error: unknown) => {
      checked = undefined;
      throw error;
    });
    return checked;
  }

  async function claimAndExecute(intended: Intended, effect: Effect<unknown>): Promise<string | null> {
    await ready();
    const outcome = await claimAction(db, intended);
    if (!("claim" in outcome)) return outcome.result;
    const { claim } = outcome;
    return running.run([...(running.getStore() ?? []), intended.key, claim.key], () =>
      executeClaim({ ...holder, claim, effect, twoPhase: intended.twoPhase }),
    );
  }

  /** One flight per key in this process: calls that overlap share the first one's outcome. */
  async function fly<T>(intended: Intended, effect: Effect<T>): Promise<T> {
    if (running.getStore()?.includes(intended.key)) {
      throw new TypeError(`action ${short(intended.key)}: its own effect may not call it again`);
    }
    let flight = inProcess.get(intended.key);
    if (flight === undefined) {
      flight = claimAndExecute(intended, effect).finally(() => inProcess.delete(intended.key));
      inProcess.set(intended.key, flight);
    }
    const result = await flight;
    // The JSON round trip of what the effect returned, for the first caller as for the last.
    return (result === null ? null : JSON.parse(result)) as T;
  }

  const log: ActionLog = {
    async once(key, of, effect, performOptions = {}) {
      requireFunction("effect", effect);
      return fly(
        {
          key: requireKey("key", key),
          runId: requireWord("runId", of?.runId),
          kind: requireWord("kind", of?.kind),
          step: null,
          target: null,
          payloadHash: null,
          payload: null,
          ...attemptOptions(performOptions, worker),
        },
        effect,
      );
    },
    async perform(intent, effect, performOptions = {}) {
      requireFunction("effect", effect);
      return fly({ ...intentFields(intent), ...attemptOptions(performOptions, worker) }, effect);
    },
    run: (runId) => openRun(log, requireWord("runId", runId)),
    async work(handlers, workOptions) {
      await ready();
      return workReleased(holder, handlers, workOptions);
    },
  };
  return log;
}

function intentFields(intent: Intent) {
  const runId = requireWord("runId", intent?.runId);
  const step = requireStep("step", intent.step);
  const kind = requireWord("kind", intent.kind);
  const target = requireTarget("target", intent.target);
  const payload = canonicalJson(intent.payload);
  const payloadHash = sha256(payload);
  const key = actionKey({ runId, step, kind, target, payloadHash });
  return { key, runId, step, kind, target, payload, payloadHash };
}

function attemptOptions(options: PerformOptions, worker: string) {
  return {
    worker,
    timeoutMs: requireTimeout("timeoutMs", options.timeoutMs),
    twoPhase: options.twoPhase === true,
    onStepTaken: options.onStepTaken ?? "refuse",
  };
}
