import { expect, it } from "vitest";
import { contraryReport } from "#components/reviews/history/contradicted-band.tsx";
import type { Attempt } from "#lib/actions/contract.ts";

function attempt(number: number, over: Partial<Attempt> = {}): Attempt {
  return {
    attempt: number,
    worker: "mailer-1",
    startedAt: null,
    deadlineAt: null,
    effectStartedAt: null,
    endedAt: null,
    endedBy: "reaper",
    phase: null,
    trace: "began",
    reached: "Began",
    outcome: "may_have_happened",
    errorMessage: null,
    error: null,
    late: null,
    ...over,
  };
}
const bounced = { outcome: "did_not_happen", at: "2026-12-01T09:00:00Z", error: null } as const;
const recorded = { status: "succeeded", settledBy: "attestation" };

it("a record is contradicted once every attempt is known to have done nothing", () => {
  const first = attempt(1, { late: bounced });
  expect(contraryReport({ ...recorded, attempts: [first] })).toBe(first);
  expect(contraryReport({ ...recorded, settledBy: "verification", attempts: [first] })).toBe(first);
  expect(
    contraryReport({
      ...recorded,
      attempts: [attempt(1, { outcome: "did_not_happen" }), attempt(2, { late: bounced })],
    }),
  ).not.toBeNull();
});

it("is not while another attempt may be what was seen, nor where a worker itself said so", () => {
  expect(contraryReport({ ...recorded, attempts: [attempt(1), attempt(2, { late: bounced })] })).toBeNull();
  expect(
    contraryReport({ ...recorded, settledBy: "late_worker", attempts: [attempt(1, { late: bounced })] }),
  ).toBeNull();
  expect(contraryReport({ ...recorded, status: "failed", attempts: [attempt(1, { late: bounced })] })).toBeNull();
});
