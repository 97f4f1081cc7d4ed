import { hostname } from "node:os";
import { openFlights } from "./claim/open-flights.ts";
import type { PgPool, Prepare } from "./db/pg-db.ts";
import { checkedDb, requireDb } from "./db/require-db.ts";
import { readBareKey, readIntent } from "./intent/read-intent.ts";
import { requireAttempt } from "./intent/require-attempt.ts";
import { requireFunction, requireTimeout, requireWord } from "./intent/require-field.ts";
import { openRun, type Run } from "./open-run.ts";
import type { ActionLogDb, Effect, Intent, PerformOptions } from "./types.ts";
import { workReleased, type WorkOptions } from "./work-released.ts";

const RECORD_LIMIT_MS = 30_000;

export interface ActionLogOptions {
  /** A `pg` Pool or an adapter; never a client that could be inside a transaction. */
  db: PgPool | ActionLogDb;
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
  once<T>(key: string, of: { runId: string; kind: string }, effect: Effect<T>, options?: PerformOptions): Promise<T>;
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
  const worker = requireWord("worker", options.worker ?? `${hostname()}:${process.pid}`);
  const db = checkedDb(requireDb(options.db, options.prepare ?? "auto"));
  const recordLimitMs = requireTimeout("recordLimitMs", options.recordLimitMs) ?? RECORD_LIMIT_MS;
  const holder = { db, worker, recordLimitMs };
  const fly = openFlights(holder);

  const how = ({ onStepTaken = "refuse", ...attempt }: PerformOptions = {}) => ({
    worker,
    onStepTaken,
    ...requireAttempt(attempt),
  });
  const log: ActionLog = {
    async once(key, of, effect, performOptions) {
      requireFunction("effect", effect);
      return fly({ ...readBareKey(key, of), ...how(performOptions) }, effect);
    },
    async perform(intent, effect, performOptions) {
      requireFunction("effect", effect);
      return fly({ ...readIntent(intent), ...how(performOptions) }, effect);
    },
    run: (runId) => openRun(log, requireWord("runId", runId)),
    work: async (handlers, workOptions) => workReleased(holder, handlers, workOptions),
  };
  return log;
}
