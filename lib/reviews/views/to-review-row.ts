import { hiddenPaths, reached, toActionRow } from "#lib/actions/index.ts";
import type { NameOf } from "#lib/audit/index.ts";
import type { Actor } from "#lib/auth/index.ts";
import type { Policy } from "#lib/policies/index.ts";
import type { ReviewRow } from "../contract.ts";
import { duplicateRisk } from "../decide/duplicate-risk.ts";
import type { ReviewRecord } from "../sql/lists/list-review-rows.ts";
import type { RequestRecord } from "../sql/requests/request-columns.ts";
import { toRequest } from "./to-request.ts";

export type RowContext = {
  viewer: Actor;
  rules: Policy;
  nameOf: NameOf;
  pending: RequestRecord | undefined;
  decided?: RequestRecord | undefined;
};

export function toReviewRow(row: ReviewRecord, { viewer, rules, nameOf, pending, decided }: RowContext): ReviewRow {
  const far = reached(row.outcome === null ? null : row);
  return {
    ...toActionRow(row, hiddenPaths(viewer, rules)),
    id: row.id,
    state: row.state,
    resolution: row.resolution,
    version: row.version,
    payloadHash: row.payloadHash,
    phase: row.phase,
    reached: far.text,
    cause: row.cause,
    reason: row.reason,
    risk: duplicateRisk({ ...row, reached: far }, rules, row.now),
    openedAt: row.openedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    decideBy: pending?.expiresAt.toISOString() ?? null,
    claimableAt: row.claimableAt?.toISOString() ?? null,
    releaseExpiresAt: row.releaseExpiresAt?.toISOString() ?? null,
    assignee: row.assigneeId === null ? null : nameOf(row.assigneeId),
    pendingRequest: pending ? toRequest(pending, nameOf) : null,
    decidedRequest: decided ? toRequest(decided, nameOf) : null,
    heardLate: row.heardLate,
  };
}
