import type { NameOf } from "#lib/audit/index.ts";
import type { ReviewRequest } from "../contract.ts";
import type { RequestRecord } from "../sql/requests/request-columns.ts";

export function toRequest(request: RequestRecord, nameOf: NameOf): ReviewRequest {
  return {
    id: request.id,
    type: request.type,
    state: request.state,
    requestedBy: nameOf(request.requestedBy),
    editedBy: request.editedBy === "" ? null : nameOf(request.editedBy),
    reason: request.reason,
    note: request.note,
    reference: request.reference,
    requestedAt: request.requestedAt.toISOString(),
    expiresAt: request.expiresAt.toISOString(),
    signOffsNeeded: request.signOffsNeeded,
    signOffs: request.signOffs.map(({ approverId, verdict, note, at }) => ({
      approver: nameOf(approverId),
      verdict,
      note,
      at: at.toISOString(),
    })),
    decidedAt: request.decidedAt?.toISOString() ?? null,
    decidedBy: request.decidedBy === null ? null : nameOf(request.decidedBy),
    endReason: request.endReason,
  };
}
