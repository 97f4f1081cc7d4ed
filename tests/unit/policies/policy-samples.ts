import { type JudgedAction, type Policy, policySchema } from "#lib/policies/index.ts";

export const NOW = new Date("2026-12-01T12:00:00Z");
export const HOUR_MS = 3_600_000;

export function hoursBefore(hours: number): Date {
  return new Date(NOW.getTime() - hours * HOUR_MS);
}

export function secondsAfter(seconds: number): Date {
  return new Date(NOW.getTime() + seconds * 1000);
}

export function policy(fields: Partial<Policy> = {}): Policy {
  return policySchema.parse({ kind: "send_email", ...fields });
}

/** In flight, past its time, begun an hour ago by the first attempt. */
export function action(fields: Partial<JudgedAction> = {}): JudgedAction {
  return {
    kind: "send_email",
    status: "in_flight",
    attempt: 1,
    hasPayload: true,
    twoPhase: false,
    effectStarted: false,
    failure: null,
    permanent: false,
    doubts: 0,
    firstAttemptedAt: hoursBefore(1),
    releaseReason: null,
    releaseExpiresAt: null,
    lateAttempt: null,
    predecessorLanded: false,
    signed: false,
    ...fields,
  };
}
