import type { NameOf } from "#lib/audit/index.ts";
import type { Policy } from "#lib/policies/index.ts";
import type { Resolution, ReviewState } from "../contract.ts";
import type { RequestRecord } from "../sql/requests/request-columns.ts";

/** All that a decision about a case is made from. */
export type CaseFacts = {
  review: { id: string; state: ReviewState; resolution: Resolution | null; version: number; closedAt: Date | null };
  action: {
    kind: string;
    status: string;
    attempt: number;
    payloadHash: string | null;
    hasPayload: boolean;
    failure: string | null;
    replacedBy: string | null;
    releaseRequestId: string | null;
    claimedBy: string | null;
    settledBy: string | null;
  };
  /** Newest first. */
  requests: readonly RequestRecord[];
  rules: Policy;
  /** An action this one replaces may have happened. */
  replacesDoubt: boolean;
  nameOf: NameOf;
};

export function pendingRequest({ requests }: Pick<CaseFacts, "requests">): RequestRecord | undefined {
  return requests.find((request) => request.state === "pending" && !request.isExpired);
}
