import { transaction } from "#lib/db/index.ts";
import { isBroken, type Policy, type StoredPolicy, type Verdict } from "#lib/policies/index.ts";
import { type Consequence, recordAsked, verify, type VerifyRule } from "#lib/verification/index.ts";
import type { KindCounts, StopReason } from "../contract.ts";
import { backOff, describeBroken, type JudgeStep } from "../judge-rows.ts";
import { claimCheck } from "../sql/checks/claim-check.ts";
import { type CheckedRow, fetchChecks } from "../sql/checks/fetch-checks.ts";
import { askedOrGaveUp } from "../tally.ts";
import { writeVerdicts } from "../write-verdicts.ts";
import { applyAnswer, type PutQuestion } from "./apply-answer.ts";

const BATCH_ROWS = 100;
/** So many questions at a time, whoever they go to. */
const LANES = 8;
/** Rows looked at are remembered for the rest of the pass. */
const MAX_PASSED_ROWS = 10_000;
/** What a question may take beyond its time-out, until another pass may put it again: claiming, applying, waiting for locks. */
const LEASE_MARGIN_MS = 30_000;
/** How soon an action of a paused kind is looked at again. */
const PAUSED_RECHECK_MS = 60_000;

export type VerifyStep = Omit<JudgeStep, "fetch">;

/**
 * Asks providers about what is due. A row is claimed, asked about outside any transaction, and its answer applied; no
 * new question is put once the step's time is over, so it takes at most one time-out longer.
 */
export async function verifyDue(step: VerifyStep): Promise<Exclude<StopReason, "error">> {
  const passed: string[] = [];
  while (!step.time.isOver()) {
    const left = Math.min(step.limit, MAX_PASSED_ROWS) - passed.length;
    if (left <= 0) return "limit";
    const rows = await fetchChecks(Math.min(BATCH_ROWS, left), passed);
    if (rows.length === 0) return "done";
    passed.push(...rows.map((row) => row.key));
    const policies = await step.ports.readPolicies(rows.map((row) => row.key));
    const waiting = rows.values();
    const lane = async () => {
      for (const row of waiting) {
        if (step.time.isOver()) return;
        await look(row, policies.get(row.key), step);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }
  return "deadline";
}

/** Every row that is looked at is counted once, whatever becomes of it. */
async function look(row: CheckedRow, policy: StoredPolicy | undefined, step: VerifyStep): Promise<void> {
  step.counts.fetched += 1;
  try {
    const became = await follow(row, policy, step);
    step.counts[became === "gaveUp" ? "asked" : became] += 1;
    if (became !== "overtaken") step.tally.add(row.kind, became);
  } catch (error) {
    step.counts.broken += 1;
    step.tally.add(row.kind, "broken");
    step.problems.push(describeBroken({ row, error }));
    await backOff([{ row, error }], step.runId);
  }
}

type Counted = keyof KindCounts | "overtaken";

/** The policy may have changed since the check was scheduled, so it is judged anew. */
async function follow(row: CheckedRow, policy: StoredPolicy | undefined, step: VerifyStep): Promise<Counted> {
  const verdict = step.ports.judge(row, policy, row.now);
  if (verdict.verdict !== "check" || policy === undefined || isBroken(policy)) return write(row, verdict, step);
  const { verify: rule } = policy;
  if (rule === null) throw new Error("Invariant: a check needs its rule");
  if (policy.paused) {
    return write(row, { verdict: "wait", until: new Date(row.now.getTime() + PAUSED_RECHECK_MS) }, step);
  }
  return ask(row, { ...policy, verify: rule }, step);
}

async function write(row: CheckedRow, verdict: Verdict, { runId }: VerifyStep): Promise<Counted> {
  const written = await writeVerdicts([{ row, verdict }], runId);
  const [broken] = written.broken;
  if (broken !== undefined) throw broken.error;
  const became = (["released", "asked", "settled", "checked", "waiting"] as const).find(
    (one) => written[one].length > 0,
  );
  if (became === "asked" && verdict.verdict === "ask") return askedOrGaveUp(verdict);
  return became ?? "overtaken";
}

async function ask(row: CheckedRow, policy: Policy & { verify: VerifyRule }, { runId }: VerifyStep): Promise<Counted> {
  const { key, attempt, kind } = row;
  const claimed = await transaction(async (tx) => {
    const check = await claimCheck(tx, row, policy.verify.timeoutMs + LEASE_MARGIN_MS);
    return check && { ...check, verificationId: await recordAsked(tx, { key, attempt }) };
  });
  if (claimed === null) return "overtaken";
  const { revision, verificationId, payload, ...facts } = claimed;
  const verification = await verify({ key, kind, attempt, ...facts, payload: parse(payload) }, policy.verify);
  const ruleChanged = "verifyChanged" in policy && policy.verifyChanged === true;
  const question: PutQuestion = { row, revision, verificationId, policy, ruleChanged, runId };
  return COUNTED[await applyAnswer(question, verification)];
}

const COUNTED: Record<Consequence, Counted> = {
  settled: "settled",
  released: "released",
  // Once a provider was asked, a person is asked only because that led to nothing.
  asked: "gaveUp",
  try_again: "checked",
  too_early: "checked",
  review_open: "checked",
  overtaken: "overtaken",
};

/** A seven-column worker may have stored anything. */
function parse(payload: string | null): unknown {
  if (payload === null) return undefined;
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}
