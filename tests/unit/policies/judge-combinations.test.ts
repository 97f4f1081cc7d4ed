import { expect, test } from "vitest";
import {
  isBroken,
  type JudgedAction,
  judge,
  type Policy,
  type StoredPolicy,
  type Verdict,
} from "#lib/policies/index.ts";
import { verifyRuleSchema } from "#lib/verification/contract.ts";
import { action, hoursBefore, HOUR_MS, NOW, policy, secondsAfter } from "./policy-samples.ts";

/** One thing in every combination of the variations of it. */
function combine<T>(one: T, variations: readonly (readonly Partial<T>[])[]): T[] {
  let made = [one];
  for (const some of variations) made = made.flatMap((base) => some.map((variation) => ({ ...base, ...variation })));
  return made;
}

/** As the database can hold them. */
const ACTIONS = combine<JudgedAction>(action(), [
  [
    { status: "in_flight" },
    { status: "sending" },
    { status: "failed", failure: null },
    { status: "failed", failure: "may_have_happened" },
    { status: "failed", failure: "did_not_happen" },
  ],
  [{ attempt: 1 }, { attempt: 2 }, { attempt: 3 }],
  [{ hasPayload: true }, { hasPayload: false }],
  [{ twoPhase: false }, { twoPhase: true, effectStarted: false }, { twoPhase: true, effectStarted: true }],
  [{ permanent: true }, { permanent: false }],
  [{ doubts: 0 }, { doubts: 1 }],
  [{ firstAttemptedAt: hoursBefore(1) }, { firstAttemptedAt: hoursBefore(30) }, { firstAttemptedAt: null }],
  [
    { signed: false },
    { signed: true },
    { signed: true, releaseReason: "approval", releaseExpiresAt: secondsAfter(600) },
  ],
  [{ lateAttempt: null }, { lateAttempt: 1 }, { predecessorLanded: true }],
]).filter((one) => one.failure !== "did_not_happen" || one.doubts === 0);

const CHECK = verifyRuleSchema.parse({
  url: "https://provider.test/messages/{key}",
  landed: { status: [200] },
  absent: { status: [404] },
});

const POLICIES: (StoredPolicy | undefined)[] = [
  undefined,
  { kind: "send_email", brokenFields: ["verify"] },
  ...combine<Policy>(policy(), [
    [{ recovery: "retry" }, { recovery: "verify" }, { recovery: "verify", verify: CHECK }, { recovery: "ask" }],
    [{ gate: "never" }, { gate: "before_send" }],
    [{ paused: true }, { paused: false }],
  ]),
];

/** The rules of a release, written down again and apart from the code that keeps them. */
function mayBeReleased(one: JudgedAction, rule: StoredPolicy | undefined, reason: string): boolean {
  if (one.predecessorLanded) return false;
  const notBegun = one.status === "in_flight" && one.twoPhase && !one.effectStarted;
  if (reason === "approval") return notBegun && one.releaseReason === "approval";
  if (rule === undefined || isBroken(rule) || rule.paused || !one.hasPayload || one.attempt >= 3) return false;
  if (rule.gate === "before_send" && !one.signed) return false;
  if (reason === "not_started") return notBegun && one.doubts === 0;
  if (reason === "definite_failure") {
    return one.status === "failed" && one.failure === "did_not_happen" && !one.permanent && one.doubts === 0;
  }
  const inWindow = one.firstAttemptedAt !== null && NOW.getTime() - one.firstAttemptedAt.getTime() < 23 * HOUR_MS;
  return reason === "retry" && rule.recovery === "retry" && one.status !== "sending" && inWindow;
}

function problemsOf(one: JudgedAction, rule: StoredPolicy | undefined, verdict: Verdict): string[] {
  switch (verdict.verdict) {
    case "release":
      return [
        ...(mayBeReleased(one, rule, verdict.reason) ? [] : [`released as ${verdict.reason}`]),
        ...(verdict.expiresAt > verdict.claimableAt ? [] : ["a release nobody can claim"]),
        ...(one.status === "in_flight" && one.lateAttempt !== null ? ["released what has landed"] : []),
        ...(one.predecessorLanded ? ["released beside a version that has landed"] : []),
      ];
    case "ask":
      return /^[A-Z].*\.$/.test(verdict.reason) && !/undefined|null|NaN/.test(verdict.reason) ? [] : ["no sentence"];
    case "settle":
      return one.status === "in_flight" && one.lateAttempt !== null ? [] : ["settled without a late report"];
    case "check": {
      const asks = rule !== undefined && !isBroken(rule) && rule.recovery === "verify" && rule.verify !== null;
      const doubtful = (verdict.ended ?? one.failure) === "may_have_happened" || one.doubts > 0;
      return asks && doubtful ? [] : ["asks the provider what is known, or without a rule"];
    }
    case "wait": {
      if (rule === undefined || isBroken(rule) || !rule.paused) return ["waits though nothing is paused"];
      return judge(one, { ...rule, paused: false }, NOW).verdict === "release" ? [] : ["waits for no release"];
    }
  }
}

function endProblems(one: JudgedAction, verdict: Verdict): string[] {
  if (verdict.verdict === "wait") return [];
  const recorded = one.status === "failed" && one.failure !== null;
  const harmless = one.status === "in_flight" && one.twoPhase && !one.effectStarted;
  const expected = recorded ? null : harmless ? "not_started" : "may_have_happened";
  return verdict.ended === expected ? [] : [`ended as ${verdict.ended}`];
}

test("no combination of action and policy breaks a rule of release, and each gets an answer", () => {
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const one of ACTIONS) {
    for (const rule of POLICIES) {
      const verdict = judge(one, rule, NOW);
      seen.add(verdict.verdict === "release" ? verdict.reason : verdict.verdict);
      const found = [...problemsOf(one, rule, verdict), ...endProblems(one, verdict)];
      problems.push(...found.map((problem) => `${problem}: ${JSON.stringify({ one, rule, verdict })}`));
    }
  }
  expect(problems.slice(0, 3)).toEqual([]);
  expect([...seen].toSorted()).toEqual(
    ["approval", "ask", "check", "definite_failure", "not_started", "retry", "settle", "wait"].toSorted(),
  );
});

test("a release that the rules allow is not withheld", () => {
  const withheld = ACTIONS.flatMap((one) =>
    POLICIES.filter((rule) => {
      const verdict = judge(one, rule, NOW).verdict;
      const allowed = ["approval", "not_started", "definite_failure", "retry"].some((reason) =>
        mayBeReleased(one, rule, reason),
      );
      const final =
        (one.status === "failed" && one.permanent) || (one.status === "in_flight" && one.lateAttempt !== null);
      return allowed && !final && verdict !== "release" && verdict !== "wait";
    }).map((rule) => JSON.stringify({ one, rule })),
  );
  expect(withheld.slice(0, 3)).toEqual([]);
});
