import type { ReviewDetail } from "#lib/reviews/contract.ts";
import { kindOf } from "../../actions/kinds/index.ts";
import type { DialogFacts } from "./dialog-types.ts";

const SHORT_HASH_CHARS = 10;

export function dialogFacts(detail: ReviewDetail, environment: string | null): DialogFacts {
  const { review, action, verdict, rules } = detail;
  return {
    kind: kindOf(review.kind),
    environment,
    target: review.target,
    summary: review.summary,
    verdict,
    attempt: review.attempt,
    failure: review.failure,
    risk: review.risk,
    digest: review.payloadHash && `${review.payloadHash.slice(0, SHORT_HASH_CHARS)}…`,
    bytes: action.payload.bytes,
    signOffs: rules.signOffs,
    holdSeconds: rules.holdSeconds,
    releaseTtlSeconds: rules.releaseTtlSeconds,
    request: review.pendingRequest,
  };
}
