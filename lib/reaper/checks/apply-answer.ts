import { transaction, type Tx } from "#lib/db/index.ts";
import { enqueueNudges } from "#lib/nudges/index.ts";
import { askAfterChecks, type AskVerdict, judgeAbsent, type Policy } from "#lib/policies/index.ts";
import { type Consequence, recordAnswer, type Verification, type VerifyRule } from "#lib/verification/index.ts";
import { askPeople } from "../sql/ask.ts";
import { applyAbsent } from "../sql/checks/apply-absent.ts";
import { applyLanded } from "../sql/checks/apply-landed.ts";
import { countTry } from "../sql/checks/count-try.ts";
import type { CheckedRow } from "../sql/checks/fetch-checks.ts";
import { type CheckedFacts, lockChecked } from "../sql/checks/lock-checked.ts";
import { noteOnReview } from "../sql/checks/note-on-review.ts";
import { secondsToNextTry } from "./next-try.ts";

/** A question that was put, by the revision that the claim of it left. */
export interface PutQuestion {
  row: CheckedRow;
  revision: number;
  verificationId: string;
  policy: Policy & { verify: VerifyRule };
  /** The rule is not the one the action was claimed under. */
  ruleChanged: boolean;
  runId: string;
}

/** What follows from an answer, and the answer itself, in one transaction. */
export async function applyAnswer(question: PutQuestion, verification: Verification): Promise<Consequence> {
  const { row, verificationId, policy } = question;
  const { quietSeconds } = policy.verify;
  return transaction(async (tx) => {
    const facts = await lockChecked(tx, { key: row.key, verificationId, quietSeconds });
    const consequence = await follow(tx, question, verification, facts);
    const { answer, evidence } = verification;
    const isVoid = answer === "absent" && question.ruleChanged;
    const noted = isVoid ? { ...evidence, problem: RULE_CHANGED } : evidence;
    await recordAnswer(tx, verificationId, { answer, evidence: noted, consequence });
    return consequence;
  });
}

const RULE_CHANGED = "The rule has changed since the action was claimed, so this is no proof.";

async function follow(
  tx: Tx,
  question: PutQuestion,
  verification: Verification,
  facts: CheckedFacts,
): Promise<Consequence> {
  switch (verification.answer) {
    case "landed":
      return settle(tx, question, verification, facts);
    case "absent":
      return question.ruleChanged ? tryAgainOrAsk(tx, question, facts) : release(tx, question, facts);
    case "inconclusive":
      return tryAgainOrAsk(tx, question, facts);
  }
}

async function settle(
  tx: Tx,
  { row, verificationId }: PutQuestion,
  { result }: Verification,
  facts: CheckedFacts,
): Promise<Consequence> {
  if (facts.status === "succeeded") return "overtaken";
  const known = result ?? { verification: { id: verificationId, attempt: row.attempt } };
  const answer = await applyLanded(tx, { key: row.key, attempt: row.attempt, result: JSON.stringify(known) });
  return answer === "succeeded" || answer === "in_flight" ? "settled" : "overtaken";
}

async function release(tx: Tx, question: PutQuestion, facts: CheckedFacts): Promise<Consequence> {
  const { row, policy, verificationId, runId } = question;
  if (!isStillAsked(question, facts)) return "overtaken";
  const { revision } = facts;
  if (facts.reviewOpen) {
    await noteOnReview(tx, row.key);
    await countTry(tx, { key: row.key, attempt: row.attempt, revision, counts: false, againInSeconds: null });
    return "review_open";
  }
  const again = { key: row.key, attempt: row.attempt, revision, counts: false };
  if (!facts.quiet) {
    await countTry(tx, { ...again, againInSeconds: Math.max(policy.verify.quietSeconds, secondsToNextTry(policy, 0)) });
    return "too_early";
  }
  const verdict = judgeAbsent(row, policy, facts.now);
  if (verdict.verdict === "ask") return askPerson(tx, question, { revision, verdict });
  if (verdict.verdict !== "release") {
    await countTry(tx, { ...again, againInSeconds: secondsToNextTry(policy, row.checks) });
    return "try_again";
  }
  const { quietSeconds } = policy.verify;
  const check = { key: row.key, attempt: row.attempt, verificationId, quietSeconds, verdict, runId };
  if (!(await applyAbsent(tx, check))) return "overtaken";
  await enqueueNudges(tx, [row.key]);
  return "released";
}

async function tryAgainOrAsk(tx: Tx, question: PutQuestion, facts: CheckedFacts): Promise<Consequence> {
  const { row, policy, revision } = question;
  // A pass that took the question over, or a worker that reported, has moved the row on.
  if (!isStillAsked(question, facts) || facts.revision !== revision) return "overtaken";
  const isLast = row.checks + 1 >= policy.verify.tries;
  const againInSeconds = isLast ? 0 : secondsToNextTry(policy, row.checks);
  const next = await countTry(tx, { key: row.key, attempt: row.attempt, revision, counts: true, againInSeconds });
  if (next === null) return "overtaken";
  return isLast
    ? askPerson(tx, question, { revision: next, verdict: askAfterChecks(row, "checks_used") })
    : "try_again";
}

function isStillAsked({ row }: PutQuestion, facts: CheckedFacts): boolean {
  return facts.status === "failed" && facts.attempt === row.attempt && facts.scheduled;
}

async function askPerson(
  tx: Tx,
  { row, runId }: PutQuestion,
  { revision, verdict }: { revision: number; verdict: AskVerdict },
): Promise<Consequence> {
  const asked = await askPeople(tx, [{ row: { ...row, revision }, verdict }], runId);
  return asked.length > 0 ? "asked" : "overtaken";
}
