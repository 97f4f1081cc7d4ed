import { expect } from "vitest";
import type { ModelAction, ModelPolicy } from "./model.ts";

type Row = Record<string, unknown>;

/**
 * What must hold of every row after every command, told from the world and not from the model's transitions:
 * the invariants of the design that are seen from one action.
 */
export function checkInvariants(
  action: ModelAction,
  policy: ModelPolicy,
  row: Row | undefined,
  before: Row | undefined,
): void {
  const landed = action.attempts.filter((attempt) => attempt.landed).length;
  if (row === undefined) {
    expect(landed, "nothing lands that was never claimed").toBe(0);
    return;
  }
  const { status, failure, settled_by: settledBy, duplicate } = row;

  if (failure === "did_not_happen") expect(landed, "no lie of the form: not sent (I4)").toBe(0);
  if (status === "succeeded" && settledBy !== "attestation")
    expect(landed, "no success without an effect (I5)").toBeGreaterThan(0);

  const numbers = action.attempts.map((attempt) => attempt.number);
  expect(new Set(numbers).size, "one execution per attempt (I1)").toBe(numbers.length);

  if (policy.recovery === "ask") {
    const doubtful = action.attempts.filter(
      (attempt) => (attempt.landed || !attempt.twoPhase || attempt.begun) && attempt.outcome !== "did_not_happen",
    ).length;
    const allowed = (policy.gated ? 0 : 1) + action.approvalsUsed;
    expect(doubtful, "one doubtful execution, and one for each approval (I2, I8)").toBeLessThanOrEqual(allowed);
    expect(landed, "landed at most once, and once for each approval (I15)").toBeLessThanOrEqual(allowed);
    const reported = action.attempts.filter((attempt) => attempt.landedLate || attempt.outcome === "succeeded").length;
    if (reported > 1) expect(duplicate, "two reports are a confirmed duplicate (I28)").toBe("confirmed");
  }

  if (before !== undefined) {
    if (before["status"] === "succeeded") expect(status, "success is never left (I6)").toBe("succeeded");
    expect(Number(row["attempt"]), "attempts only grow (I6)").toBeGreaterThanOrEqual(Number(before["attempt"]));
    expect(Number(row["revision"]), "revisions only grow (I6)").toBeGreaterThanOrEqual(Number(before["revision"]));
    for (const column of ["key", "run_id", "step", "kind", "target", "payload", "payload_hash"]) {
      expect(row[column], `${column} is frozen (I6)`).toEqual(before[column]);
    }
  }
}
