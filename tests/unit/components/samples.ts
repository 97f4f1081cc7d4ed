import type { Attempt } from "#lib/actions/contract.ts";
import type { ReviewRequest, ReviewRow, Viewer } from "#lib/reviews/contract.ts";

export function pendingRequest(over: Partial<ReviewRequest> = {}): ReviewRequest {
  return {
    id: "0d7b8c1e-58f0-4a5d-9c0e-52a0b7d7c001",
    type: "resend",
    state: "pending",
    requestedBy: { id: "bo", name: "Bo" },
    editedBy: null,
    reason: "The recipient says it did not arrive",
    note: null,
    reference: null,
    requestedAt: "2026-12-01T09:31:00.000Z",
    expiresAt: "2026-12-02T09:31:00.000Z",
    signOffsNeeded: 1,
    signOffs: [],
    decidedAt: null,
    decidedBy: null,
    endReason: null,
    ...over,
  };
}

export function reviewRow(over: Partial<ReviewRow> = {}): ReviewRow {
  return {
    actionKey: "a".repeat(64),
    shortKey: "aaaaaaaaaa",
    kind: "send_email",
    runId: "run-1",
    step: 1,
    target: "ana@acme.test",
    summary: "Re: proposal for Acme",
    status: "failed",
    failure: "may_have_happened",
    doubts: 1,
    attempt: 1,
    duplicate: null,
    id: "7d0a4b52-64a4-4b3f-9b0f-7d8a3cf20001",
    state: "open",
    resolution: null,
    version: 1,
    payloadHash: "b".repeat(64),
    phase: "body_sent",
    reached: "Body handed over",
    cause: "failed_in_doubt",
    reason: null,
    risk: { word: "may_duplicate", why: "Body handed over, then no answer.", until: null },
    openedAt: "2026-12-01T09:20:00.000Z",
    closedAt: null,
    decideBy: null,
    claimableAt: null,
    releaseExpiresAt: null,
    assignee: null,
    pendingRequest: null,
    decidedRequest: null,
    heardLate: false,
    ...over,
  };
}

export function attempt(over: Partial<Attempt> = {}): Attempt {
  return {
    attempt: 1,
    worker: "w-3",
    startedAt: "2026-12-01T09:14:02.000Z",
    deadlineAt: "2026-12-01T09:54:02.000Z",
    effectStartedAt: "2026-12-01T09:14:04.000Z",
    endedAt: "2026-12-01T09:24:05.000Z",
    endedBy: "worker",
    phase: "body_sent",
    trace: "phase",
    reached: "Body handed over",
    outcome: "may_have_happened",
    errorMessage: "read ECONNRESET",
    error: null,
    late: null,
    ...over,
  };
}

const NO = { allowed: false, blockedBy: "state", because: "Not now." } as const;

export function viewer(over: Partial<Viewer> = {}): Viewer {
  return {
    send: NO,
    resend: NO,
    dismiss: NO,
    mark_happened: NO,
    sign: NO,
    withdraw: NO,
    takeBack: NO,
    reopen: NO,
    edit: NO,
    ...over,
  };
}
