import type { CancelRunAnswer, RunDetail, RunState, StepStanding } from "#lib/runs/contract.ts";
import { formatNumber } from "../ui/format-number.ts";

export const RUN_STATE_WORDS: Readonly<Record<RunState, string>> = {
  paused: "Paused for people",
  running: "Running",
  done: "Done",
  stopped: "Stopped",
};

/** What a run that comes to this step again gets. */
export const STANDING_WORDS: Readonly<Record<StepStanding, string>> = {
  stored: "Returns its stored result",
  executes: "Executes once a worker claims it",
  worker: "Waits for its worker, or for the reaper",
  person: "Waits for a person",
  dropped: "Is not sent",
  unknown: "Has a status that Notwice does not know",
};

const RESUME_WORDS: Readonly<Record<StepStanding, string>> = {
  stored: "returns its stored result",
  executes: "executes next",
  worker: "is waited for: a worker is at it, or the reaper will look",
  person: "is waited for: a person has to decide",
  dropped: "ends it: this step was dismissed",
  unknown: "is waited for: its status is none of ours",
};

/** Where a resume gets to, in a sentence. */
export function resumeSentence({ next, steps }: Pick<RunDetail, "next" | "steps">): string {
  if (next === null)
    return "All its steps are done: a resume returns their stored results and goes on with a new step.";
  const before = steps.findIndex(({ actionKey }) => actionKey === next.actionKey);
  const stored =
    before === 0 ? "" : `${count(before, "step returns its stored result", "steps return their stored results")}. `;
  return `If the run is started again: ${stored}${nameOfStep(next.step)} ${RESUME_WORDS[next.standing]}.`;
}

export function nameOfStep(step: number | null): string {
  return step === null ? "An action without a step" : `Step ${step}`;
}

export function cancelledSentence({ dismissed, inFlight, needsSignOff }: CancelRunAnswer): string {
  return [
    dismissed.length === 0
      ? "Nothing of it waited."
      : `${count(dismissed.length, "action is", "actions are")} dismissed.`,
    inFlight.length > 0 &&
      `${count(inFlight.length, "is in flight and ends as it ends", "are in flight and end as they end")}.`,
    needsSignOff.length > 0 &&
      `${count(needsSignOff.length, "needs", "need")} a second person for a dismissal: ask for it in the case itself.`,
  ]
    .filter(Boolean)
    .join(" ");
}

function count(many: number, one: string, more: string): string {
  return `${formatNumber(many)} ${many === 1 ? one : more}`;
}
