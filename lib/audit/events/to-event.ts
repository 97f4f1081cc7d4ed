import type { AuditEvent } from "../contract.ts";
import type { EventRow } from "../sql/events/list-event-rows.ts";

/** An account that is gone leaves the id it had. */
export function toEvent(row: EventRow): AuditEvent {
  const { detail } = row;
  return {
    id: row.id,
    at: row.at,
    actor: { type: row.actorType, id: row.actorId, name: row.actorName ?? row.actorId },
    roles: row.roles,
    via: row.via,
    address: row.address,
    action: row.action,
    subject: { type: row.subjectType, id: row.subjectId },
    reviewId: row.reviewId,
    reason: row.reason,
    before: say(detail["from"]),
    after: say(detail["to"]) ?? say(detail["changed"]),
    requestId: row.requestId,
    detail,
    detailText: row.detailText,
  };
}

/** With `detail` as it is stored: a number of more digits than JavaScript holds keeps them. */
export function toJson({ detail: _detail, detailText, ...event }: AuditEvent): string {
  return `${JSON.stringify(event).slice(0, -1)},"detail":${detailText}}`;
}

function say(value: unknown): string | null {
  if (typeof value === "string") return value;
  return Array.isArray(value) && value.length > 0 ? value.map(String).join(", ") : null;
}
