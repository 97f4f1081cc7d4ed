import type { RequestAnswer, SignOffAnswer } from "../contract.ts";
import type { RequestRecord } from "../sql/requests/request-columns.ts";

/** Made of what never changes again: a repeat, and whoever asks by the key, gets the same body. */
export function toRequestAnswer(request: RequestRecord): RequestAnswer {
  const { id, reviewId, type, signOffsNeeded: needed, requestedAt, expiresAt } = request;
  return {
    requestId: id,
    reviewId,
    type,
    outcome: needed === 0 ? "approved" : "pending",
    at: requestedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

export function toSignOffAnswer(request: RequestRecord, own: RequestRecord["signOffs"][number]): SignOffAnswer {
  const outcome = request.decidedBy === own.approverId ? request.state : "recorded";
  return {
    requestId: request.id,
    reviewId: request.reviewId,
    verdict: own.verdict,
    outcome: outcome === "approved" || outcome === "rejected" ? outcome : "recorded",
    at: own.at.toISOString(),
  };
}
