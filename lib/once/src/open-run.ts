import { retryStatement } from "./attempt/retry-statement.ts";
import { CLAIM_LIMIT_MS } from "./claim/claim-action.ts";
import type { FindStored } from "./claim/open-flights.ts";
import { OnceError, StepTakenError } from "./errors.ts";
import { canonicalJson } from "./intent/canonical-json.ts";
import { requireFunction, requireStep } from "./intent/require-field.ts";
import { readStoredResult, readStoredResults } from "./sql/read-action.ts";
import type { ActionLogDb, Effect, Intent, PerformOptions } from "./types.ts";

/** What a step of a run is given: the run and, unless said otherwise, the step are the handle's. */
export type StepIntent = Omit<Intent, "runId" | "step"> & { step?: number };

/** One run of an agent, whose steps are numbered as they are called. */
export interface Run {
  readonly runId: string;
  /**
   * Performs the next step. Steps are numbered in call order, so calls that overlap must each give their own
   * `step`: numbered by arrival, a fan-out would send one message twice and another never.
   * @throws TypeError when it overlaps another and one of them has no step, before anything is claimed.
   */
  perform<T>(intent: StepIntent, effect: Effect<T>, options?: PerformOptions): Promise<T>;
  /**
   * For a run that begins again from its first step: reads the results it has stored, up to 16 MiB of them, in one
   * statement. Steps that have succeeded are then answered from here, the others as ever.
   * @returns how many results were read.
   * @throws what the database says when it has not answered for 10 seconds.
   */
  resume(): Promise<number>;
}

/** What a run needs of its log. */
interface RunLog {
  perform: PerformStep;
  db: ActionLogDb;
}

export type PerformStep = <T>(
  intent: Intent,
  effect: Effect<T>,
  options?: PerformOptions,
  findStored?: FindStored,
) => Promise<T>;

export function openRun(log: RunLog, runId: string): Run {
  let nextStep = 0;
  let pending = 0;
  let pendingUnnumbered = 0;
  let ended: StepTakenError | undefined;
  let readAhead: ReadonlyMap<string, string | null> | undefined;
  /** After a step that had its result, the next one most likely has its own: a claim is not tried first. */
  let replaying = false;
  /** Steps whose call was refused or failed: the same intent again is the same step, not a new one. */
  const unsettled = new Map<string, number>();

  const findStored: FindStored = async (key) => {
    if (readAhead !== undefined) return readAhead.get(key);
    // Only a look: where it fails, the claim says why.
    return replaying ? readStoredResult(log.db, key).catch(() => undefined) : undefined;
  };

  return {
    runId,
    async perform(intent, effect, options) {
      if (ended !== undefined) throw ended;
      requireFunction("effect", effect);
      const numbered = intent?.step !== undefined;
      if (numbered) requireStep("step", intent.step);
      if (pending > 0 && (!numbered || pendingUnnumbered > 0)) {
        throw new TypeError("step: calls that overlap in a run must each give their own");
      }
      const intended = fingerprint(intent);
      const step = intent?.step ?? unsettled.get(intended) ?? nextStep;
      nextStep = Math.max(nextStep, step + 1);
      pending += 1;
      pendingUnnumbered += numbered ? 0 : 1;
      try {
        let executed = false;
        const noted: typeof effect = (context) => {
          executed = true;
          return effect(context);
        };
        const result = await log.perform({ ...intent, runId, step }, noted, options, findStored);
        replaying = !executed;
        unsettled.delete(intended);
        return result;
      } catch (error) {
        if (error instanceof StepTakenError) ended = error;
        if (error instanceof OnceError && !numbered) unsettled.set(intended, step);
        throw error;
      } finally {
        pending -= 1;
        pendingUnnumbered -= numbered ? 0 : 1;
      }
    },
    async resume() {
      readAhead = await retryStatement(async () => readStoredResults(log.db, runId), CLAIM_LIMIT_MS);
      return readAhead.size;
    },
  };
}

function fingerprint({ kind, target, payload }: StepIntent): string {
  return JSON.stringify([kind, target, canonicalJson(payload)]);
}
