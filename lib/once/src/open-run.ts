import { OnceError, StepTakenError } from "./errors.ts";
import { canonicalJson } from "./intent/canonical-json.ts";
import { requireStep } from "./intent/require-field.ts";
import type { ActionLog } from "./open-action-log.ts";
import type { Effect, Intent, PerformOptions } from "./types.ts";

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
}

export function openRun(log: Pick<ActionLog, "perform">, runId: string): Run {
  let nextStep = 0;
  let pending = 0;
  let pendingUnnumbered = 0;
  let ended: StepTakenError | undefined;
  /** Steps whose call was refused or failed: the same intent again is the same step, not a new one. */
  const unsettled = new Map<string, number>();

  return {
    runId,
    async perform(intent, effect, options) {
      if (ended !== undefined) throw ended;
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
        const result = await log.perform({ ...intent, runId, step }, effect, options);
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
  };
}

function fingerprint({ kind, target, payload }: StepIntent): string {
  return JSON.stringify([kind, target, canonicalJson(payload)]);
}
