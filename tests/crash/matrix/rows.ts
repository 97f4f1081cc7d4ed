import { caseView, type CaseView } from "#tests/faults/case-view.ts";

/** Where a worker is when it is killed or stopped, in the order in which an attempt passes them. */
export const POINTS = [
  "before_claim",
  "after_claim",
  "before_begin",
  "after_begin",
  "after_effect",
  "after_record",
] as const;
export type Point = (typeof POINTS)[number];

export const RECOVERIES = ["retry", "verify", "ask"] as const;
type Recovery = (typeof RECOVERIES)[number];

/** What happens to the worker; each fault strikes one process that has all its actions open at once. */
export const FAULTS = ["killed", "continued late", "continued first", "continued during a newer attempt"] as const;
export type Fault = (typeof FAULTS)[number];

export interface Row {
  runId: string;
  fault: Fault;
  point: Point;
  recovery: Recovery;
  twoPhase: boolean;
}

/** What really happened, what is on record, and what the two callers were told. */
export interface Outcome {
  /** The attempt of each effect. */
  effects: number[];
  view: CaseView;
  /** The worker that was stopped, once it went on. */
  told?: unknown;
  /** The worker that the job was delivered to after the reaper had passed. */
  redelivered?: unknown;
}

export const ROWS: Row[] = FAULTS.flatMap((fault) =>
  POINTS.flatMap((point) =>
    RECOVERIES.flatMap((recovery) =>
      [false, true].map((twoPhase) => {
        const phases = twoPhase ? "two" : "one";
        const runId = [fault, point, recovery, phases].join("-").replaceAll(" ", "_");
        return { runId, fault, point, recovery, twoPhase };
      }),
    ),
  ),
).filter((row) => row.fault !== "continued during a newer attempt" || hasNewerAttempt(row));

/** How far the attempt was, for whoever has to judge it. */
type Reached = "nothing" | "harmless" | "doubtful" | "recorded";

function reached({ point, twoPhase }: Row): Reached {
  if (point === "before_claim") return "nothing";
  if (point === "after_record") return "recorded";
  // In one phase the claim itself is the point of no return.
  return twoPhase && (point === "after_claim" || point === "before_begin") ? "harmless" : "doubtful";
}

function hasNewerAttempt(row: Row): boolean {
  return reached(row) === "harmless" || (reached(row) === "doubtful" && row.recovery === "retry");
}

const [FIRST, SECOND] = [{ attempt: 1 }, { attempt: 2 }];
const UNTOUCHED = { effects: [1], view: caseView(), redelivered: FIRST };
const BEGAN_ANEW = { effects: [2], view: caseView({ attempt: 2, attempts: ["not_started"] }), redelivered: SECOND };
const DOUBT = { doubts: 1, attempts: ["may_have_happened"] };
const LANDED = { lateAttempt: 1, doubts: 1, attempts: ["may_have_happened/landed"] };
const LANDED_LATE = caseView({ ...LANDED, settledBy: "late_worker" });
const BEFORE_A_PERSON = caseView({ status: "failed", failure: "may_have_happened", ...DOUBT, reviews: ["open"] });

/** The fault matrix of the plain pattern (rows 1, 3, 8, 11, 14, 17 to 20 and 23) and the table of late successes. */
export function expected(row: Row): Outcome {
  switch (row.fault) {
    case "killed":
      return expectedOfDead(row);
    case "continued late":
    case "continued first":
      return expectedOfContinued(row, row.fault === "continued first");
    case "continued during a newer attempt":
      return expectedDuringNewer(row);
  }
}

function expectedOfDead(row: Row): Outcome {
  const done = row.point === "after_effect" ? [1] : [];
  switch (reached(row)) {
    case "nothing":
    case "recorded":
      return UNTOUCHED;
    case "harmless":
      return BEGAN_ANEW;
    case "doubtful":
      return row.recovery === "retry"
        ? { effects: [...done, 2], view: caseView({ attempt: 2, ...DOUBT }), redelivered: SECOND }
        : { effects: done, view: BEFORE_A_PERSON, redelivered: "HeldError" };
  }
}

/** It goes straight on: what it does after its deadline, nobody but a provider that deduplicates can undo. */
function expectedOfContinued(row: Row, first: boolean): Outcome {
  switch (reached(row)) {
    case "nothing":
    case "recorded":
      return { ...UNTOUCHED, told: FIRST };
    case "harmless":
      return { ...BEGAN_ANEW, told: "ClaimLostError" };
    case "doubtful":
      break;
  }
  if (row.recovery === "retry" && !first) {
    const view = caseView({ attempt: 2, ...LANDED });
    return { effects: [1, 2], view, told: SECOND, redelivered: SECOND };
  }
  const reviews = row.recovery === "retry" ? [] : ["landed_late"];
  return { effects: [1], view: { ...LANDED_LATE, reviews }, told: FIRST, redelivered: first ? FIRST : "HeldError" };
}

/** The newer attempt has claimed and not begun; in one phase it may have started all the same. */
function expectedDuringNewer(row: Row): Outcome {
  if (reached(row) === "harmless") return { ...BEGAN_ANEW, told: "ClaimLostError" };
  if (row.twoPhase) {
    const attempts = [...LANDED.attempts, "not_started"];
    const view = { ...LANDED_LATE, attempt: 2, attempts };
    return { effects: [1], view, told: FIRST, redelivered: "ClaimLostError" };
  }
  const view = caseView({ attempt: 2, ...LANDED });
  return { effects: [1, 2], view, told: "InFlightError", redelivered: SECOND };
}
