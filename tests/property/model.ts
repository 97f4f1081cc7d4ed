/** The oracle: an action as the state diagram of ARCHITECTURE.md says it becomes, told of what the workers did and nothing else. */

export type Status = "held" | "in_flight" | "failed" | "released" | "succeeded" | "dismissed";

export interface ModelAttempt {
  number: number;
  twoPhase: boolean;
  /** `begin()` was granted. */
  begun: boolean;
  /** The effect is in the world. */
  landed: boolean;
  /** Its worker has said, or can say, nothing more. */
  silent: boolean;
  outcome: "open" | "not_started" | "did_not_happen" | "may_have_happened" | "succeeded";
  landedLate: boolean;
}

export interface ModelAction {
  status: Status | "none";
  attempt: number;
  expired: boolean;
  doubts: number;
  failure: "did_not_happen" | "may_have_happened" | null;
  judged: boolean;
  lateAttempt: number | null;
  duplicate: "suspected" | "confirmed" | null;
  settledBy: "worker" | "late_worker" | "attestation" | null;
  releaseReason: "approval" | "retry" | "not_started" | "definite_failure" | null;
  /** Which attempt's result is stored. */
  result: number | null;
  /** A first send waits for its sign-off. */
  sendPending: boolean;
  approvalsUsed: number;
  attempts: ModelAttempt[];
}

export interface ModelPolicy {
  recovery: "ask" | "retry";
  maxAttempts: number;
  gated: boolean;
}

/** What was taken, to be counted: edges of the state diagram and rows of the late-success table. */
export type Taken = (edge: string) => void;

export function newAction(): ModelAction {
  return {
    status: "none",
    attempt: 0,
    expired: false,
    doubts: 0,
    failure: null,
    judged: false,
    lateAttempt: null,
    duplicate: null,
    settledBy: null,
    releaseReason: null,
    result: null,
    sendPending: false,
    approvalsUsed: 0,
    attempts: [],
  };
}

function move(action: ModelAction, to: Status, taken: Taken): void {
  taken(`${action.status} -> ${to}`);
  action.status = to;
}

/** What a call gets: the claim of a new attempt, the stored result, or the name of a refusal. */
export function claim(action: ModelAction, policy: ModelPolicy, twoPhase: boolean, taken: Taken): string {
  switch (action.status) {
    case "held":
      return "HeldError";
    case "succeeded":
      return "stored";
    case "in_flight":
      return "InFlightError";
    case "failed":
      return action.judged ? "HeldError" : "InFlightError";
    case "dismissed":
      return "DismissedError";
    default:
      break;
  }
  if (action.status === "none" && policy.gated) {
    move(action, "held", taken);
    action.sendPending = true;
    return "HeldError";
  }
  if (action.releaseReason === "approval" && action.status === "released") action.approvalsUsed += 1;
  move(action, "in_flight", taken);
  action.attempt += 1;
  action.expired = false;
  action.failure = null;
  action.judged = false;
  action.settledBy = null;
  const attempt: ModelAttempt = {
    number: action.attempt,
    twoPhase,
    begun: false,
    landed: false,
    silent: false,
    outcome: "open",
    landedLate: false,
  };
  action.attempts.push(attempt);
  return "claimed";
}

export function holds(action: ModelAction, attempt: ModelAttempt): boolean {
  return action.status === "in_flight" && action.attempt === attempt.number && attempt.outcome === "open";
}

export function mayBegin(action: ModelAction, attempt: ModelAttempt): boolean {
  return holds(action, attempt) && !action.expired;
}

export function succeed(action: ModelAction, attempt: ModelAttempt, taken: Taken): void {
  if (!holds(action, attempt)) return lateSuccess(action, attempt, taken);
  attempt.outcome = "succeeded";
  move(action, "succeeded", taken);
  action.settledBy = "worker";
  action.result = attempt.number;
  if (action.duplicate === "suspected") action.duplicate = "confirmed";
}

function lateSuccess(action: ModelAction, attempt: ModelAttempt, taken: Taken): void {
  attempt.landedLate = true;
  const newer = action.attempts.find((each) => holds(action, each));
  if (action.status === "succeeded") {
    if (action.settledBy === "attestation") {
      taken("late: attested");
      settleLate(action, attempt);
    } else {
      taken("late: succeeded by another");
      action.lateAttempt ??= attempt.number;
      if (action.releaseReason !== "retry") action.duplicate = "confirmed";
    }
  } else if (newer !== undefined && !(newer.twoPhase && !newer.begun)) {
    taken("late: newer may have started");
    if (action.releaseReason !== "retry") {
      const another = action.lateAttempt !== null && action.lateAttempt !== attempt.number;
      action.duplicate = another ? "confirmed" : (action.duplicate ?? "suspected");
    }
    action.lateAttempt ??= attempt.number;
  } else {
    taken(newer === undefined ? `late: ${action.status}` : "late: newer not begun");
    if (newer !== undefined) newer.outcome = "not_started";
    move(action, "succeeded", taken);
    settleLate(action, attempt);
  }
}

function settleLate(action: ModelAction, attempt: ModelAttempt): void {
  action.settledBy = "late_worker";
  action.lateAttempt = attempt.number;
  action.result = attempt.number;
  action.failure = null;
}

export function fail(action: ModelAction, attempt: ModelAttempt, proof: boolean, taken: Taken): void {
  const proven = proof || (attempt.twoPhase && !attempt.begun);
  if (!holds(action, attempt)) return lateFailure(action, attempt, proven, taken);
  attempt.outcome = proven ? "did_not_happen" : "may_have_happened";
  end(action, attempt, taken);
}

/** A late proof takes its own doubt away, once. */
function lateFailure(action: ModelAction, attempt: ModelAttempt, proven: boolean, taken: Taken): void {
  if (!proven || attempt.outcome !== "may_have_happened") return;
  attempt.outcome = "did_not_happen";
  if (action.status === "succeeded") return;
  taken("late failure");
  action.doubts -= 1;
  if (action.doubts === 0 && action.failure === "may_have_happened") action.failure = "did_not_happen";
}

function end(action: ModelAction, attempt: ModelAttempt, taken: Taken): void {
  if (action.lateAttempt !== null) {
    move(action, "succeeded", taken);
    taken(`late: newer ended ${attempt.outcome}`);
    action.settledBy = "late_worker";
    action.result = action.lateAttempt;
    action.failure = null;
    if (attempt.outcome === "may_have_happened") action.doubts += 1;
    else if (action.duplicate === "suspected") action.duplicate = null;
    return;
  }
  move(action, "failed", taken);
  if (attempt.outcome === "may_have_happened") action.doubts += 1;
  action.failure = action.doubts === 0 ? "did_not_happen" : "may_have_happened";
}

/** One pass of the reaper over the action. */
export function reap(action: ModelAction, policy: ModelPolicy, taken: Taken): void {
  if (action.status === "in_flight" && action.expired) reapStale(action, policy, taken);
  else if (action.status === "failed" && !action.judged) judgeFailed(action, policy, taken);
}

function reapStale(action: ModelAction, policy: ModelPolicy, taken: Taken): void {
  const attempt = action.attempts.at(-1);
  if (attempt === undefined) return;
  attempt.outcome = attempt.twoPhase && !attempt.begun ? "not_started" : "may_have_happened";
  if (action.lateAttempt !== null) return end(action, attempt, taken);
  const notStarted = attempt.outcome === "not_started";
  const fewEnough = action.attempt < policy.maxAttempts;
  if (notStarted && action.releaseReason === "approval") {
    action.approvalsUsed -= 1;
    return release(action, "approval", taken);
  }
  if (attempt.outcome === "may_have_happened") action.doubts += 1;
  if (notStarted && action.doubts === 0 && fewEnough) return release(action, "not_started", taken);
  if (policy.recovery === "retry" && fewEnough && !(notStarted && action.doubts === 0))
    return release(action, "retry", taken);
  move(action, "failed", taken);
  action.failure = action.doubts === 0 ? "did_not_happen" : "may_have_happened";
  action.judged = true;
}

function judgeFailed(action: ModelAction, policy: ModelPolicy, taken: Taken): void {
  const fewEnough = action.attempt < policy.maxAttempts;
  if (action.failure === "did_not_happen" && fewEnough) return release(action, "definite_failure", taken);
  if (action.failure === "may_have_happened" && policy.recovery === "retry" && fewEnough) {
    return release(action, "retry", taken);
  }
  action.judged = true;
}

function release(action: ModelAction, reason: NonNullable<ModelAction["releaseReason"]>, taken: Taken): void {
  if (action.status === "in_flight") action.failure = action.doubts === 0 ? "did_not_happen" : "may_have_happened";
  move(action, "released", taken);
  action.releaseReason = reason;
  action.judged = true;
}

/** Where an action returns to when a release of it, or its dismissal, is undone. */
export function comeBack(action: ModelAction, taken: Taken): void {
  move(action, action.attempt === 0 ? "held" : "failed", taken);
  action.releaseReason = null;
  action.judged = true;
}

/** An open review without a pending request. */
function isUndecided(action: ModelAction): boolean {
  return action.status === "held" ? !action.sendPending : action.status === "failed" && action.judged;
}

export const people = {
  /** The worker's own request for a first send is answered. */
  sign(action: ModelAction, taken: Taken): boolean {
    if (!action.sendPending) return false;
    action.sendPending = false;
    release(action, "approval", taken);
    return true;
  },
  reject(action: ModelAction): boolean {
    const rejects = action.sendPending;
    action.sendPending = false;
    return rejects;
  },
  /** Asked for and signed. */
  approve(action: ModelAction, taken: Taken): boolean {
    if (!isUndecided(action)) return false;
    release(action, "approval", taken);
    return true;
  },
  takeBack(action: ModelAction, taken: Taken): boolean {
    if (action.status !== "released" || action.releaseReason !== "approval") return false;
    comeBack(action, taken);
    return true;
  },
  dismiss(action: ModelAction, taken: Taken): boolean {
    if (!isUndecided(action)) return false;
    move(action, "dismissed", taken);
    return true;
  },
  reopen(action: ModelAction, taken: Taken): boolean {
    if (action.status !== "dismissed") return false;
    comeBack(action, taken);
    return true;
  },
  /** Each action is a run of its own here. */
  cancelRun(action: ModelAction, taken: Taken): boolean {
    if (action.status !== "held" && action.status !== "failed" && action.status !== "released") return false;
    move(action, "dismissed", taken);
    action.sendPending = false;
    action.releaseReason = null;
    action.judged = true;
    return true;
  },
  markHappened(action: ModelAction, taken: Taken): boolean {
    if (action.status !== "failed" || !action.judged) return false;
    move(action, "succeeded", taken);
    action.settledBy = "attestation";
    action.failure = null;
    action.result = null;
    return true;
  },
};
