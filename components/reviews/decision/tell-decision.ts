import { getJson } from "#lib/client/api.ts";
import { newIdempotencyKey } from "#lib/client/idempotency-key.ts";
import { reviewDecisions } from "#lib/client/review-decisions.ts";
import type { ReviewDetail } from "#lib/reviews/contract.ts";
import { kindOf } from "../../actions/kinds/index.ts";
import { tell } from "../../layout/tray/notices.ts";
import { formatTime } from "../../ui/format-time.ts";
import type { Words } from "../dialog/dialog-types.ts";
import { votesOf } from "../votes.ts";
import type { Decision } from "./offers.ts";

/** Into the tray, with its undo where the server may still honour one: whether it does is asked when it is wanted. */
export function tellDecision(decision: Decision, { review, rules }: ReviewDetail, words: Words, zone: string): void {
  const label = undoLabel(decision, { review, rules });
  tell({
    words: `${kindOf(review.kind).titleOf(review.target)}: ${asText(words, zone)}`,
    href: `/reviews/${review.id}`,
    ...(label !== null && { undo: { label, run: async () => undoLatest(review.id) } }),
  });
}

/** A recording cannot be undone, nor can a vote among several, nor a request that was turned down. */
export function undoLabel(
  decision: Decision,
  { review, rules }: Pick<ReviewDetail, "review" | "rules">,
): string | null {
  switch (decision) {
    case "send":
    case "resend":
      return rules.signOffs[decision] > 0 ? "Withdraw" : "Take back";
    case "dismiss":
      return rules.signOffs.dismiss > 0 ? "Withdraw" : "Reopen";
    case "mark_happened":
      return rules.signOffs.mark_happened > 0 ? "Withdraw" : null;
    case "sign": {
      const request = review.pendingRequest;
      if (request === null || (request.type !== "send" && request.type !== "resend")) return null;
      const { given, needed } = votesOf(request);
      return given + 1 >= needed ? "Take back" : null;
    }
    case "turn_down":
    case "withdraw":
    case "take_back":
    case "reopen":
      return null;
  }
}

/** Of the case as it is by now, not as it was when the toast was shown. */
async function undoLatest(reviewId: string): Promise<string> {
  const detail = await getJson<ReviewDetail>(`/api/reviews/${reviewId}`);
  const { review, viewer } = detail;
  const calledBack = await callBack(detail);
  if (calledBack !== null) return calledBack;
  if (review.state === "closed" && viewer.reopen.allowed) {
    const key = newIdempotencyKey();
    await reviewDecisions.reopen(reviewId, { reason: "Undone at once", version: review.version }, key);
    return "Reopened. Nothing was sent by this.";
  }
  throw new Error("It is too late to undo this. Open the case to see what became of it.");
}

/** Withdraws the request that waits, or takes back what one has released; null where this person can do neither. */
export async function callBack({ review, action, viewer }: ReviewDetail): Promise<string | null> {
  const key = newIdempotencyKey();
  const released = action.release?.requestId ?? null;
  if (review.pendingRequest !== null && viewer.withdraw.allowed) {
    await reviewDecisions.withdraw(review.pendingRequest.id, key);
    return "Withdrawn. Nothing was sent by this.";
  }
  if (review.state === "released" && released !== null && viewer.takeBack.allowed) {
    await reviewDecisions.takeBack(released, key);
    return "Taken back before anyone claimed it. Nothing was sent by this.";
  }
  return null;
}

function asText(words: Words, zone: string): string {
  return words
    .map((word) => {
      if (typeof word === "string") return word;
      return "at" in word ? formatTime(word.at, zone) : word.strong;
    })
    .join("");
}
