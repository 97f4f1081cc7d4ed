import { describe, expect, it, test } from "vitest";
import { type JudgedAction, judge, type StoredPolicy, type Verdict } from "#lib/policies/index.ts";
import { action, hoursBefore, NOW, policy, secondsAfter } from "./policy-samples.ts";

const NOT_BEGUN = { twoPhase: true, effectStarted: false } as const;
const FAILED_HARMLESSLY = { status: "failed", failure: "did_not_happen" } as const;
const FAILED_IN_DOUBT = { status: "failed", failure: "may_have_happened", doubts: 1 } as const;
const APPROVED = { releaseReason: "approval", releaseExpiresAt: secondsAfter(900), signed: true } as const;
const RETRY = policy({ recovery: "retry" });
const ASK = policy({ recovery: "ask" });

type Case = [name: string, action: JudgedAction, policy: StoredPolicy | undefined, expected: Partial<Verdict>];

const CASES: Case[] = [
  [
    "ask: a stale action goes to a person",
    action(),
    ASK,
    { verdict: "ask", ended: "may_have_happened", cause: "stale" },
  ],
  ["ask: begun and stale", action({ twoPhase: true, effectStarted: true }), ASK, { cause: "stale" }],
  ["ask: a doubtful failure goes to a person", action(FAILED_IN_DOUBT), ASK, { ended: null, cause: "failed_in_doubt" }],
  [
    "a seven-column failure is a doubt first",
    action({ status: "failed" }),
    ASK,
    { ended: "may_have_happened", cause: "failed_in_doubt" },
  ],
  ["a foreign status", action({ status: "sending" }), RETRY, { ended: "may_have_happened", cause: "foreign_status" }],
  ["no policy", action({ ...NOT_BEGUN }), undefined, { ended: "not_started", cause: "no_policy" }],
  ["no policy, definite failure", action(FAILED_HARMLESSLY), undefined, { cause: "no_policy" }],
  [
    "a policy that cannot be read",
    action(),
    { kind: "send_email", brokenFields: ["verify"] },
    { cause: "broken_policy" },
  ],
  ["verify without a check", action(), policy({ recovery: "verify" }), { cause: "no_check" }],

  [
    "retry inside the window",
    action(),
    RETRY,
    {
      verdict: "release",
      reason: "retry",
      ended: "may_have_happened",
      claimableAt: secondsAfter(60),
      expiresAt: secondsAfter(3600),
    },
  ],
  ["retry of a doubtful failure", action(FAILED_IN_DOUBT), RETRY, { verdict: "release", reason: "retry", ended: null }],
  [
    "retry near the window's end is used by then",
    action({ firstAttemptedAt: hoursBefore(23) }),
    RETRY,
    { verdict: "release", expiresAt: secondsAfter(3600 - 900) },
  ],
  ["retry after the window", action({ firstAttemptedAt: hoursBefore(24) }), RETRY, { cause: "window_over" }],
  [
    "retry when the window ends before the backoff",
    action({ firstAttemptedAt: new Date(NOW.getTime() - (86_400 - 960) * 1000) }),
    RETRY,
    { cause: "window_over" },
  ],
  ["retry when the first attempt is not known", action({ firstAttemptedAt: null }), RETRY, { cause: "window_over" }],
  [
    "retry when the backoff outlasts a release",
    action(),
    policy({ recovery: "retry", backoffSeconds: 3600 }),
    { cause: "backoff_too_long" },
  ],
  ["retry with the attempts used", action({ attempt: 3 }), RETRY, { cause: "attempts_used" }],
  [
    "retry waits longer each time",
    action({ attempt: 2 }),
    RETRY,
    { verdict: "release", claimableAt: secondsAfter(120) },
  ],
  ["retry without a payload", action({ hasPayload: false }), RETRY, { cause: "no_payload" }],
  [
    "retry of a gated kind nobody signed",
    action(),
    policy({ recovery: "retry", gate: "before_send" }),
    { cause: "never_signed" },
  ],
  [
    "retry of a gated kind that was signed",
    action({ signed: true }),
    policy({ recovery: "retry", gate: "before_send" }),
    { verdict: "release" },
  ],
  [
    "retry of a paused kind",
    action(),
    policy({ recovery: "retry", paused: true }),
    { verdict: "wait", until: secondsAfter(60) },
  ],
  ["ask of a paused kind does not wait", action(), policy({ paused: true }), { cause: "stale" }],

  [
    "not begun: sent again at once",
    action(NOT_BEGUN),
    ASK,
    {
      verdict: "release",
      reason: "not_started",
      ended: "not_started",
      claimableAt: NOW,
      expiresAt: secondsAfter(3600),
    },
  ],
  [
    "not begun, an earlier doubt, ask",
    action({ ...NOT_BEGUN, attempt: 2, doubts: 1 }),
    ASK,
    { ended: "not_started", cause: "stale" },
  ],
  [
    "not begun, an earlier doubt, retry",
    action({ ...NOT_BEGUN, attempt: 2, doubts: 1 }),
    RETRY,
    { verdict: "release", reason: "retry", ended: "not_started" },
  ],
  [
    "not begun, attempts used",
    action({ ...NOT_BEGUN, attempt: 3 }),
    ASK,
    { ended: "not_started", cause: "attempts_used" },
  ],
  ["not begun, no payload", action({ ...NOT_BEGUN, hasPayload: false }), ASK, { cause: "no_payload" }],
  ["not begun, paused", action(NOT_BEGUN), policy({ paused: true }), { verdict: "wait" }],
  [
    "approved and not begun: the approval stands",
    action({ ...NOT_BEGUN, ...APPROVED, attempt: 9, doubts: 2 }),
    ASK,
    {
      verdict: "release",
      reason: "approval",
      ended: "not_started",
      claimableAt: NOW,
      expiresAt: APPROVED.releaseExpiresAt,
    },
  ],
  [
    "approved and not begun, no policy",
    action({ ...NOT_BEGUN, ...APPROVED }),
    undefined,
    { verdict: "release", reason: "approval" },
  ],
  [
    "approved and not begun, paused",
    action({ ...NOT_BEGUN, ...APPROVED }),
    policy({ paused: true }),
    { verdict: "wait" },
  ],
  [
    "approved and begun: a person again",
    action({ ...APPROVED, twoPhase: true, effectStarted: true, attempt: 2, doubts: 1 }),
    ASK,
    { cause: "stale" },
  ],

  [
    "definite failure: again after the backoff",
    action(FAILED_HARMLESSLY),
    ASK,
    {
      verdict: "release",
      reason: "definite_failure",
      ended: null,
      claimableAt: secondsAfter(60),
      expiresAt: secondsAfter(3660),
    },
  ],
  [
    "definite failure outside the provider's window",
    action({ ...FAILED_HARMLESSLY, firstAttemptedAt: hoursBefore(99) }),
    RETRY,
    { verdict: "release", reason: "definite_failure" },
  ],
  ["definite failure for good", action({ ...FAILED_HARMLESSLY, permanent: true }), RETRY, { cause: "failed_for_good" }],
  ["definite failure, attempts used", action({ ...FAILED_HARMLESSLY, attempt: 3 }), ASK, { cause: "attempts_used" }],
  ["definite failure, no payload", action({ ...FAILED_HARMLESSLY, hasPayload: false }), ASK, { cause: "no_payload" }],
  ["definite failure, paused", action(FAILED_HARMLESSLY), policy({ paused: true }), { verdict: "wait" }],
  [
    "a failed resend that nobody may repeat",
    action({ ...FAILED_IN_DOUBT, ...APPROVED, attempt: 4 }),
    RETRY,
    { cause: "attempts_used" },
  ],

  [
    "an earlier attempt landed",
    action({ attempt: 2, doubts: 1, lateAttempt: 1 }),
    ASK,
    { verdict: "settle", ended: "may_have_happened" },
  ],
  [
    "an earlier attempt landed, this one not begun",
    action({ ...NOT_BEGUN, attempt: 2, lateAttempt: 1 }),
    undefined,
    { verdict: "settle", ended: "not_started" },
  ],

  [
    "a version before it landed, whatever proof there is of this one",
    action({ ...FAILED_HARMLESSLY, predecessorLanded: true }),
    RETRY,
    { verdict: "ask", cause: "predecessor_landed" },
  ],
  [
    "a version before it landed, the signed attempt of this one not begun",
    action({ ...NOT_BEGUN, ...APPROVED, predecessorLanded: true }),
    RETRY,
    { verdict: "ask", ended: "not_started", cause: "predecessor_landed" },
  ],
];

test.each(CASES)("%s", (_name, subject, rule, expected) => {
  expect(judge(subject, rule, NOW)).toMatchObject(expected);
});

describe("the reason is a sentence for a person", () => {
  it.each([
    [
      action(),
      ASK,
      "Attempt 1 never reported how it ended: it may have happened. The policy for send_email is to ask a person.",
    ],
    [
      action({ kind: "send_fax" }),
      undefined,
      "Attempt 1 never reported how it ended: it may have happened. There is no policy for this kind, send_fax.",
    ],
    [
      action({ ...NOT_BEGUN, attempt: 2, doubts: 1 }),
      ASK,
      "Attempt 2 stopped before it began. An earlier attempt may have happened. The policy for send_email is to ask a person.",
    ],
    [
      action({ ...FAILED_HARMLESSLY, permanent: true }),
      ASK,
      "Attempt 1 failed, and nothing happened. The worker says that trying again is pointless.",
    ],
    [
      action({ status: "sending" }),
      ASK,
      'The action came with the status "sending": what became of it is not known. Notwice does not know this word, so a person decides.',
    ],
  ])("%#", (subject, rule, sentence) => {
    expect(judge(subject, rule, NOW)).toMatchObject({ reason: sentence });
  });
});
