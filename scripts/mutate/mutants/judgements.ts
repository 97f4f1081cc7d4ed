import { drop, mutant, type NamedTest, swap } from "../mutant.ts";

const JUDGE = "lib/policies/judge.ts";
const inJudge = (name: string): NamedTest => ["tests/unit/policies/judge.test.ts", name];

/** What releases an action by itself, and what never may. */
export const JUDGEMENT_MUTANTS = [
  mutant(
    drop(JUDGE, ' if (isForeign(action)) return ask("foreign_status");'.trimStart()),
    "an action whose word nobody knows is retried",
    inJudge("a foreign status"),
  ),
  mutant(
    drop(
      JUDGE,
      'if (action.status === "in_flight" && action.lateAttempt !== null) return { verdict: "settle", ended };',
    ),
    "an action that has landed is sent again",
    inJudge("an earlier attempt landed"),
  ),
  mutant(
    swap(
      JUDGE,
      'if (policy === undefined) return ask("no_policy");',
      'if (policy === undefined) return { verdict: "wait", until: now };',
    ),
    "a kind without a policy is dropped silently",
    inJudge("no policy"),
  ),
  mutant(
    swap(
      JUDGE,
      'if (isBroken(policy)) return ask("broken_policy");',
      'if (isBroken(policy)) return { verdict: "wait", until: now };',
    ),
    "a kind whose policy cannot be read is dropped silently",
    inJudge("a policy that cannot be read"),
  ),
  mutant(
    swap(JUDGE, 'return action.failure === null ? "may_have_happened" : null', "return null"),
    "the failed row of a seven-column worker is no doubt",
    inJudge("a seven-column failure is a doubt first"),
  ),
  mutant(
    drop(JUDGE, " && action.twoPhase"),
    "a worker that never marks its point of no return is taken not to have begun",
    inJudge("ask: a stale action goes to a person"),
  ),
  mutant(
    drop(JUDGE, " && !action.effectStarted"),
    "a worker that died after its point of no return is taken not to have begun",
    inJudge("ask: begun and stale"),
  ),
  mutant(
    swap(JUDGE, 'if (ended !== "not_started" || action.releaseReason', "if (ended === null || action.releaseReason"),
    "one signature sends twice",
    inJudge("approved and begun: a person again"),
  ),
  mutant(
    swap(JUDGE, 'if (ended === "not_started" && action.doubts === 0)', 'if (ended === "not_started")'),
    "an attempt that never began is released, although an earlier one may have landed",
    inJudge("not begun, an earlier doubt, ask"),
  ),
  mutant(
    drop(JUDGE, ' && action.failure === "did_not_happen"'),
    "a doubtful failure is tried again as if it were proof",
    inJudge("ask: a doubtful failure goes to a person"),
  ),
  mutant(
    swap(JUDGE, 'return policy.recovery === "retry" ? "retry" : null', 'return "retry"'),
    "a provider that does not deduplicate is sent the same again",
    inJudge("ask: a stale action goes to a person"),
  ),
  mutant(
    drop(JUDGE, 'if (action.status === "failed" && action.permanent) return "failed_for_good";'),
    "what a server refused for good is tried again and again",
    inJudge("definite failure for good"),
  ),
  mutant(
    drop(JUDGE, 'if (!action.hasPayload) return "no_payload";'),
    "an action without bytes is released, and nobody can execute it",
    inJudge("retry without a payload"),
  ),
  mutant(
    drop(JUDGE, 'if (policy.gate === "before_send" && !action.signed) return "never_signed";'),
    "an action of a gated kind is released that nobody has signed",
    inJudge("retry of a gated kind nobody signed"),
  ),
  mutant(
    swap(JUDGE, "action.attempt >= policy.maxAttempts", "action.attempt > policy.maxAttempts"),
    "one attempt more is made than the policy allows",
    inJudge("retry with the attempts used"),
  ),
  mutant(
    swap(JUDGE, 'reason === "retry" && action.firstAttemptedAt === null ? "window_over" : null', "null"),
    "an action whose first attempt is not known is retried as if it were young",
    inJudge("retry when the first attempt is not known"),
  ),
  mutant(
    drop(JUDGE, 'if (lastClaim <= claimableAt) return ask("window_over");'),
    "a person is not told that the provider has forgotten the first attempt",
    inJudge("retry after the window"),
  ),
  mutant(
    drop(JUDGE, 'if (expiresAt <= claimableAt) return ask("backoff_too_long");'),
    "an action is released that nobody can ever claim",
    inJudge("retry when the backoff outlasts a release"),
  ),
  mutant(
    swap(JUDGE, "expiresAt: unused < lastClaim ? unused : lastClaim", "expiresAt: unused"),
    "the provider's window is checked at the release only, and the claim comes after it",
    inJudge("retry near the window's end is used by then"),
  ),
  mutant(
    drop(JUDGE, " - policy.staleAfterSeconds"),
    "the claim comes inside the provider's window, and the execution after it",
    inJudge("retry near the window's end is used by then"),
  ),
  mutant(
    swap(JUDGE, 'return paused ? { verdict: "wait"', 'return !paused && policy === undefined ? { verdict: "wait"'),
    "a paused kind goes on",
    inJudge("not begun, paused"),
  ),
];
