import { reviewDecisions } from "#lib/client/review-decisions.ts";
import type { RequestAnswer, ReviewDetail, SignOffAnswer, Verdict } from "#lib/reviews/contract.ts";
import type { RecordedDecision } from "#lib/reviews/decisions/contract.ts";
import type { Words } from "../dialog/dialog-types.ts";
import type { Decision } from "./offers.ts";

/** What a person filled in. Reason and note are one text where a sign-off keeps only one. */
export type Grounds = { reason: string; note: string; reference: string };

export const NO_GROUNDS: Grounds = { reason: "", note: "", reference: "" };

/** The case as it was on screen, and the key that names this one decision. */
export type Pinned = { decision: Decision; detail: ReviewDetail; key: string };

/** Sends the decision; the answer in words. */
export async function makeDecision({ decision, detail, key }: Pinned, grounds: Grounds): Promise<Words> {
  const { id, version, payloadHash } = detail.review;
  const seen = { version, payloadHash };
  switch (decision) {
    case "send":
    case "resend":
    case "mark_happened":
    case "dismiss": {
      const input = { type: decision, ...given(grounds), ...seen };
      return sayRequested(await reviewDecisions.request(id, input, key), detail);
    }
    case "sign":
      return sign("approve");
    case "turn_down":
      return sign("reject");
    case "reopen":
      await reviewDecisions.reopen(id, { reason: asOneText(grounds), version }, key);
      return ["Reopened. Nothing was sent by this."];
    case "withdraw":
      await reviewDecisions.withdraw(pendingId(detail), key);
      return ["Withdrawn. Nothing was sent by this."];
    case "take_back":
      await reviewDecisions.takeBack(releasedBy(detail), key);
      return ["Taken back before anyone claimed it. Nothing was sent by this."];
  }

  async function sign(verdict: Verdict): Promise<Words> {
    const input = { verdict, note: asOneText(grounds), ...seen };
    return saySigned(await reviewDecisions.signOff(pendingId(detail), input, key), detail);
  }
}

function given({ reason, note, reference }: Grounds) {
  return { reason, ...(note !== "" && { note }), ...(reference !== "" && { reference }) };
}

function asOneText({ reason, note }: Grounds): string {
  return note === "" ? reason : `${reason}: ${note}`;
}

/** It was offered because it was there: without one, there is nothing that the decision could be about. */
function pendingId({ review }: ReviewDetail): string {
  if (review.pendingRequest === null) throw new Error("No request is pending here.");
  return review.pendingRequest.id;
}

function releasedBy({ action }: ReviewDetail): string {
  const requestId = action.release?.requestId ?? null;
  if (requestId === null) throw new Error("No request released this.");
  return requestId;
}

/** What the server had recorded, though its answer was lost on the way. */
export function sayRecorded(recorded: NonNullable<RecordedDecision["recorded"]>, detail: ReviewDetail): Words {
  const said = "verdict" in recorded ? saySigned(recorded, detail) : sayRequested(recorded, detail);
  return ["It was recorded at ", { at: recorded.at }, ". ", ...said];
}

function sayRequested({ type, outcome, expiresAt }: RequestAnswer, { rules }: ReviewDetail): Words {
  if (outcome === "pending") return ["Asked. Waiting for sign-off by someone else until ", { at: expiresAt }, "."];
  switch (type) {
    case "send":
    case "resend":
      return [`Released. It leaves in ${rules.holdSeconds} s; until then you can take it back.`];
    case "dismiss":
      return ["Dismissed. Nothing more will be sent."];
    case "mark_happened":
      return ["Recorded that it happened. Nothing more will be sent."];
  }
}

function saySigned({ outcome }: SignOffAnswer, { rules, review }: ReviewDetail): Words {
  switch (outcome) {
    case "recorded":
      return ["Your approval is recorded. More are needed. Nothing was sent by this."];
    case "rejected":
      return ["Turned down. Nothing is sent by this."];
    case "approved":
      switch (review.pendingRequest?.type) {
        case "dismiss":
          return ["Approved. It is closed without sending."];
        case "mark_happened":
          return ["Approved. It is recorded that it happened."];
        case "send":
        case "resend":
        case undefined:
          return [`Approved. It leaves in ${rules.holdSeconds} s; until then you can take it back.`];
      }
  }
}
