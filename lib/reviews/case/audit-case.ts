import { type AuditActor, type AuditFact, writeAudit, writeAudits } from "#lib/audit/index.ts";
import type { Actor } from "#lib/auth/index.ts";
import type { Tx } from "#lib/db/index.ts";
import type { Case } from "./open-case.ts";

export function signedBy(actor: Actor): AuditActor {
  return { type: "person", id: actor.id, roles: actor.roles };
}

export type CaseFact = { action: string; actor: AuditActor; requestId?: string; detail?: Record<string, unknown> };

/** One row about a request, or about the review itself, with the ids of the case it belongs to. */
export async function auditCase(tx: Tx, opened: Case, fact: CaseFact): Promise<{ at: Date }> {
  return writeAudit(tx, toAuditFact(opened, fact));
}

export async function auditCases(tx: Tx, facts: readonly { opened: Case; fact: CaseFact }[]): Promise<void> {
  await writeAudits(
    tx,
    facts.map(({ opened, fact }) => toAuditFact(opened, fact)),
  );
}

function toAuditFact({ key, review, action }: Case, fact: CaseFact): AuditFact {
  const { requestId, actor, detail } = fact;
  return {
    action: fact.action,
    actor,
    subject: requestId === undefined ? { type: "review", id: review.id } : { type: "request", id: requestId },
    detail: { actionKey: key, reviewId: review.id, attempt: action.attempt, seenVersion: review.version, ...detail },
  };
}
