import { hostname } from "node:os";
import { openFlights } from "./claim/open-flights.ts";
import type { PgPool, Prepare } from "./db/pg-db.ts";
import { checkedDb, requireDb } from "./db/require-db.ts";
import { readBareKey, readIntent } from "./intent/read-intent.ts";
import { requireAttempt } from "./intent/require-attempt.ts";
import { requireFunction, requireTimeout, requireWord } from "./intent/require-field.ts";
import { openRun, type PerformStep, type Run } from "./open-run.ts";
import type { ActionLogDb, Effect, Intent, PerformOptions } from "./types.ts";
import { workReleased, type WorkOptions } from "./work-released.ts";

const RECORD_LIMIT_MS = 30_000;

/** Where the action log is, and who works with it. */
export interface ActionLogOptions {
  /** A `pg` Pool or an adapter; never a client that could be inside a transaction. */
  db: PgPool | ActionLogDb;
  /** This worker's name, kept with each claim; no white space. Default: host name and process id. */
  worker?: string;
  /** Prepared statements by name (default "auto": until a pooler refuses them). */
  prepare?: Prepare;
  /**
   * How long the outcome of an effect is offered to a database that does not answer, in milliseconds. Default 30,000.
   * After it the row stays in flight for the reaper, and the caller gets {@link ResultNotRecordedError} with the
   * result, or {@link FailureNotRecordedError}.
   */
  recordLimitMs?: number;
}

/** The action log as one worker uses it. */
export interface ActionLog {
  /**
   * The pattern's own signature: claims `key`, runs `effect`, stores what it returns; a later call gets the
   * stored result. Prefer {@link ActionLog.perform}: without a stored payload nobody can resend the action.
   * @param key up to 255 characters, no white space; the same intent must give the same key.
   * @returns what the effect returned, after a JSON round trip.
   * @throws OnceError with a `disposition` for the job queue, as {@link ActionLog.perform}.
   * @throws TypeError naming the field of bad input, before anything is claimed.
   */
  once<T>(
    key: string,
    of: { runId: string; kind: string },
    effect: Effect<T>,
    options?: Omit<PerformOptions, "onStepTaken">,
  ): Promise<T>;
  /**
   * Executes an intent once: derives its key, stores it with its payload, claims it, runs `effect`, stores the result.
   * @returns what the effect returned, after a JSON round trip; the stored result when it has succeeded before.
   * @throws InFlightError, HeldError, DismissedError, StepTakenError, PayloadMismatchError: what a second call gets.
   * @throws ActionFailedError when the effect threw; `failure` says whether that is proof or doubt.
   * @throws ClaimLostError when another took over; {@link NotClaimedError}, {@link ResultNotRecordedError},
   * {@link FailureNotRecordedError} when the database did not answer; {@link WrongServerError} at first use of one
   * that could lose a claim.
   * @throws TypeError naming the field of bad input, before anything is claimed.
   */
  perform<T>(intent: Intent, effect: Effect<T>, options?: PerformOptions): Promise<T>;
  /** A handle that numbers the steps of straight-line code in call order. @throws TypeError for a bad `runId`. */
  run(runId: string): Run;
  /**
   * Claims and executes released actions of the kinds given, until the signal aborts and what runs has ended.
   * Each handler gets the stored payload, never the caller's. What a handler throws is recorded like any failure
   * and told to `onError`; it does not end the loop.
   * @throws TypeError naming the field of bad input.
   */
  work(handlers: Record<string, Effect<unknown>>, options: WorkOptions): Promise<void>;
}

/**
 * Opens the action log for one worker; opens no connection by itself.
 * @throws TypeError naming `db` (a client that could be inside a transaction), `worker` or `recordLimitMs`.
 */
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
  const perform: PerformStep = async (intent, effect, performOptions, findStored) => {
    requireFunction("effect", effect);
    return fly({ ...readIntent(intent), ...how(performOptions) }, effect, findStored);
  };
  return {
    async once(key, of, effect, performOptions) {
      requireFunction("effect", effect);
      return fly({ ...readBareKey(key, of), ...how(performOptions) }, effect);
    },
    perform,
    run: (runId) => openRun({ perform, db }, requireWord("runId", runId)),
    work: async (handlers, workOptions) => workReleased(holder, handlers, workOptions),
  };
}
