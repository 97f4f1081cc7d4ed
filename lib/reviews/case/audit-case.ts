import { type AuditActor, writeAudit } from "#lib/audit/index.ts";
import type { Actor } from "#lib/auth/index.ts";
import type { Tx } from "#lib/db/index.ts";
import type { Case } from "./open-case.ts";

export function signedBy(actor: Actor): AuditActor {
  return { type: "person", id: actor.id, roles: actor.roles };
}

type CaseFact = { action: string; actor: AuditActor; requestId?: string; detail?: Record<string, unknown> };

/** One row about a request, or about the review itself, with the ids of the case it belongs to. */
export async function auditCase(tx: Tx, { key, review, action }: Case, fact: CaseFact): Promise<{ at: Date }> {
  const { requestId, actor, detail } = fact;
  return writeAudit(tx, {
    action: fact.action,
    actor,
    subject: requestId === undefined ? { type: "review", id: review.id } : { type: "request", id: requestId },
    detail: { actionKey: key, reviewId: review.id, attempt: action.attempt, seenVersion: review.version, ...detail },
  });
}
