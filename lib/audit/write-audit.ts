import type { Tx } from "#lib/db/index.ts";
import { currentContext } from "../context.ts";
import { invariant } from "../errors.ts";
import type { ActorType } from "./contract.ts";
import { type AuditRow, insertAuditRows } from "./sql/insert-audit-row.ts";

export type AuditActor = { type: ActorType; id: string; roles?: readonly string[] };

export type AuditFact = {
  /** `<noun>.<past verb>` */
  action: string;
  subject: {
    type: "action" | "review" | "request" | "bulk_request" | "policy" | "user" | "run" | "token" | "webhooks" | "pass";
    id: string;
  };
  /** Ids, hashes and field names, never payload or target. */
  detail?: Readonly<Record<string, unknown>>;
  /** Of a change whose reason stands nowhere else: never a text that may quote a payload. */
  reason?: string;
  /** Without it: whoever this request or job runs for. */
  actor?: AuditActor;
};

/** One row per change, in the transaction of the change. */
export async function writeAudit(tx: Tx, fact: AuditFact): Promise<{ at: Date }> {
  const [written] = await insertAuditRows(tx, [toRow(fact)]);
  invariant(written, "an insert returned no row");
  return written;
}

/** Several changes of one transaction, in their order. */
export async function writeAudits(tx: Tx, facts: readonly AuditFact[]): Promise<void> {
  if (facts.length > 0) await insertAuditRows(tx, facts.map(toRow));
}

function toRow({ action, subject, detail, actor, reason }: AuditFact): AuditRow {
  const context = currentContext();
  const by = actor ?? contextActor();
  invariant(by, `${action} was done by nobody`);
  return {
    actorType: by.type,
    actorId: by.id,
    action,
    subjectType: subject.type,
    subjectId: subject.id,
    detail: inSnakeCase({ ...detail }),
    via: context?.via ?? null,
    requestId: context?.requestId ?? null,
    roles: by.roles ?? null,
    reason: reason ?? null,
    address: context?.address ?? null,
  };
}

function contextActor(): AuditActor | undefined {
  const actor = currentContext()?.actor;
  return actor && { type: actor.type === "person" ? "person" : "system", id: actor.id };
}

/** As every name of ours in the database. */
function inSnakeCase(detail: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(detail).map(([name, value]) => [snake(name), value]));
}
