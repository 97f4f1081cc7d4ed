import type { Attempt } from "#lib/actions/contract.ts";
import type { Kind, Phase } from "../kinds/index.ts";

/** `done`: this is known to have happened. `not`: known not to. `unknown`: nobody can tell. */
export type Rung = {
  mark: "done" | "not" | "unknown" | "running" | "late";
  word: string;
  at?: string | null;
  /** The raw line of whoever said so. */
  line?: string | null;
};

/** What an attempt went through, from its claim to its end: first what is known, then what is not. */
export function ladderOf(attempt: Attempt, kind: Kind, twoPhase: boolean): Rung[] {
  const claim: Rung = {
    mark: "done",
    word: attempt.worker ? `Claimed by ${attempt.worker}` : "Claimed",
    at: attempt.startedAt,
  };
  return [claim, ...way(attempt, kind, twoPhase), end(attempt), ...late(attempt)];
}

const isCertain = ({ outcome }: Attempt) => outcome === "did_not_happen" || outcome === "not_started";

function way(attempt: Attempt, kind: Kind, twoPhase: boolean): Rung[] {
  const last = kind.phases.findIndex(({ name }) => name === attempt.phase);
  const reached = attempt.phase === null ? [] : [{ name: attempt.phase, word: attempt.reached }];
  const passed: readonly Phase[] =
    last < 0 ? reached : kind.phases.filter((phase, index) => index <= last && (index === last || !phase.minor));
  const next = last < 0 ? undefined : kind.phases.slice(last + 1).find((phase) => !phase.minor);
  const mark = pointOfNoReturn(attempt, twoPhase);
  const before = passed.filter((phase) => !phase.pastReturn);
  const after = passed.filter((phase) => phase.pastReturn);
  return [...before.map(done), ...mark, ...after.map(done), ...(next ? [missing(next, attempt)] : [])];
}

function done({ word }: Phase): Rung {
  return { mark: "done", word };
}

function missing({ word }: Phase, attempt: Attempt): Rung {
  if (isCertain(attempt)) return { mark: "not", word: `${word}: not reached` };
  return { mark: "unknown", word: `${word}: not seen` };
}

function pointOfNoReturn(attempt: Attempt, twoPhase: boolean): Rung[] {
  if (attempt.effectStartedAt !== null) {
    return [{ mark: "done", word: "Passed the point of no return", at: attempt.effectStartedAt }];
  }
  if (attempt.phase !== null || attempt.outcome === "running") return [];
  if (twoPhase) return [{ mark: "not", word: "Never passed the point of no return" }];
  return isCertain(attempt) ? [] : [{ mark: "unknown", word: "Whether it began: this worker does not say" }];
}

function end(attempt: Attempt): Rung {
  const { outcome, endedAt: at, errorMessage: line } = attempt;
  switch (outcome) {
    case "running":
      return { mark: "running", word: "Running" };
    case "succeeded":
    case "landed":
      return { mark: "done", word: "Reported as done", at, line };
    case "not_started":
      return { mark: "not", word: "Ended before it began", at, line };
    case "did_not_happen":
      return { mark: "not", word: "Ended, with proof that nothing happened", at, line };
    case "may_have_happened":
      return { mark: "unknown", word: doubtfulEnd(attempt), at, line };
    case "not_recorded":
      return { mark: "unknown", word: "How it ended is not recorded", at, line };
  }
}

function doubtfulEnd({ endedBy, deadlineAt }: Attempt): string {
  if (endedBy !== "reaper") return "Ended without an answer that proves anything";
  return deadlineAt === null ? "Never reported back" : "Never reported back, and its time ran out";
}

function late({ late: report }: Attempt): Rung[] {
  if (report === null) return [];
  const word = report.outcome === "landed" ? "Late report: it did happen" : "Late report: it did not happen";
  return [{ mark: "late", word, at: report.at }];
}
