import { isBroken, type Policy, type StoredPolicy } from "./contract.ts";
import { reasonAfterChecks, reasonToAsk } from "./reasons.ts";
import {
  type AskCause,
  type AskVerdict,
  type AutomaticRelease,
  type JudgedAction,
  type UnrecordedEnd,
  type Verdict,
} from "./verdict.ts";

const SECOND_MS = 1000;
/** How soon an action of a paused kind is looked at again. */
const PAUSED_RECHECK_MS = 60 * SECOND_MS;
/** Doubling stops here, unless the policy itself waits longer. */
const MAX_BACKOFF_SECONDS = 6 * 3600;

/**
 * What becomes of an action whose attempt is past its time, failed, or ended under a word that is not ours.
 * Pure: `now` is the database's clock.
 */
export function judge(action: JudgedAction, policy: StoredPolicy | undefined, now: Date): Verdict {
  const ended = unrecordedEnd(action);
  const ask = (cause: AskCause): Verdict => ({
    verdict: "ask",
    ended,
    cause,
    reason: reasonToAsk(action, ended, cause),
  });

  if (isForeign(action)) return ask("foreign_status");
  if (action.status === "in_flight" && action.lateAttempt !== null) return { verdict: "settle", ended };
  if (action.predecessorLanded) return ask("predecessor_landed");
  const approval = standingApproval(action, ended);
  if (approval !== null) return pausable(policy, now, { ...approval, claimableAt: now });
  if (policy === undefined) return ask("no_policy");
  if (isBroken(policy)) return ask("broken_policy");

  const reason = releaseReason(action, policy, ended);
  if (reason === null && policy.recovery === "verify" && policy.verify !== null) {
    return { verdict: "check", ended, quietSeconds: policy.verify.quietSeconds };
  }
  if (reason === null) return ask(causeWithoutRelease(action, policy));
  const obstacle = obstacleToRelease(action, policy, reason);
  if (obstacle !== null) return ask(obstacle);
  const { claimableAt, expiresAt, lastClaim } = releaseTimes(action, policy, reason, now);
  if (lastClaim <= claimableAt) return ask("window_over");
  if (expiresAt <= claimableAt) return ask("backoff_too_long");
  return pausable(policy, now, { verdict: "release", ended, reason, claimableAt, expiresAt });
}

/** What becomes of an action of which the provider knows nothing, asked when it had to know. Pure, as `judge`. */
export function judgeAbsent(action: JudgedAction, policy: Policy, now: Date): Verdict {
  const obstacle = obstacleToRelease(action, policy, "absent");
  if (obstacle !== null) return askAfterChecks(action, obstacle);
  const { claimableAt, expiresAt } = releaseTimes(action, policy, "absent", now);
  return pausable(policy, now, { verdict: "release", ended: null, reason: "absent", claimableAt, expiresAt });
}

/** A person decides, because the provider could not be brought to a clear answer, or its answer cannot be acted on. */
export function askAfterChecks(action: JudgedAction, cause: AskCause): AskVerdict {
  return { verdict: "ask", ended: null, cause, reason: reasonAfterChecks(action, cause) };
}

function isForeign(action: JudgedAction): boolean {
  return action.status !== "in_flight" && action.status !== "failed";
}

function unrecordedEnd(action: JudgedAction): UnrecordedEnd | null {
  if (action.status === "failed") return action.failure === null ? "may_have_happened" : null;
  if (action.status === "in_flight" && action.twoPhase && !action.effectStarted) return "not_started";
  return "may_have_happened";
}

/** A signed attempt that never began is still signed, whatever the policy says by now. */
function standingApproval(
  action: JudgedAction,
  ended: UnrecordedEnd | null,
): { verdict: "release"; ended: "not_started"; reason: "approval"; expiresAt: Date } | null {
  if (ended !== "not_started" || action.releaseReason !== "approval" || action.releaseExpiresAt === null) return null;
  return { verdict: "release", ended, reason: "approval", expiresAt: action.releaseExpiresAt };
}

type ReleaseTimes = { claimableAt: Date; expiresAt: Date; lastClaim: Date };

/** Proof that nothing happened in any attempt, or a provider that deduplicates: nothing else releases by itself. */
function releaseReason(action: JudgedAction, policy: Policy, ended: UnrecordedEnd | null): AutomaticRelease | null {
  if (ended === "not_started" && action.doubts === 0) return "not_started";
  if (ended === null && action.failure === "did_not_happen") return "definite_failure";
  return policy.recovery === "retry" ? "retry" : null;
}

function causeWithoutRelease(action: JudgedAction, policy: Policy): AskCause {
  if (policy.recovery === "verify") return "no_check";
  return action.status === "in_flight" ? "stale" : "failed_in_doubt";
}

function obstacleToRelease(action: JudgedAction, policy: Policy, reason: AutomaticRelease): AskCause | null {
  if (action.predecessorLanded) return "predecessor_landed";
  if (action.status === "failed" && action.permanent) return "failed_for_good";
  if (!action.hasPayload) return "no_payload";
  if (policy.gate === "before_send" && !action.signed) return "never_signed";
  if (action.attempt >= policy.maxAttempts) return "attempts_used";
  return reason === "retry" && action.firstAttemptedAt === null ? "window_over" : null;
}

function releaseTimes(action: JudgedAction, policy: Policy, reason: AutomaticRelease, now: Date): ReleaseTimes {
  const ttlMs = policy.releaseTtlSeconds * SECOND_MS;
  if (reason === "not_started") return { claimableAt: now, expiresAt: after(now, ttlMs), lastClaim: after(now, ttlMs) };
  const claimableAt = after(now, backoffSeconds(policy, action.attempt) * SECOND_MS);
  if (reason === "definite_failure" || reason === "absent") {
    const expiresAt = after(claimableAt, ttlMs);
    return { claimableAt, expiresAt, lastClaim: expiresAt };
  }
  // The claim has to come while the provider still knows the key, with time left for the execution itself.
  const windowMs = (policy.providerWindowSeconds - policy.staleAfterSeconds) * SECOND_MS;
  const lastClaim = after(action.firstAttemptedAt ?? now, windowMs);
  const unused = after(now, ttlMs);
  return { claimableAt, expiresAt: unused < lastClaim ? unused : lastClaim, lastClaim };
}

function backoffSeconds({ backoffSeconds: base }: Policy, attempt: number): number {
  return Math.min(base * 2 ** (attempt - 1), Math.max(base, MAX_BACKOFF_SECONDS));
}

function pausable(policy: StoredPolicy | undefined, now: Date, release: Verdict): Verdict {
  const paused = policy !== undefined && !isBroken(policy) && policy.paused;
  return paused ? { verdict: "wait", until: after(now, PAUSED_RECHECK_MS) } : release;
}

function after(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms);
}
