import type { AuditActor } from "#lib/audit/index.ts";
import type { Tx } from "#lib/db/index.ts";
import { brokenBinding } from "../decide/binding.ts";
import { hasEnded } from "../decide/may-withdraw.ts";
import { type Refusal, refusal } from "../decide/ruling.ts";
import { tellEnd } from "../decide/say.ts";
import { endRequest, expireRequest } from "../sql/requests/end-request.ts";
import type { RequestRecord } from "../sql/requests/request-columns.ts";
import { raiseVersion } from "../sql/reviews/move-review.ts";
import { auditCase } from "./audit-case.ts";
import type { Case } from "./open-case.ts";

const CLOCK: AuditActor = { type: "system", id: "clock" };
const BINDING: AuditActor = { type: "system", id: "binding" };

/** A pending request whose time is over, or whose binding broke, ends here. The refusal is for after the commit. */
export async function endVoidRequest(tx: Tx, opened: Case, request: RequestRecord): Promise<Refusal | null> {
  if (request.state !== "pending") return null;
  if (request.isExpired) return endExpired(tx, opened, request);
  const endReason = brokenBinding(request, opened);
  if (endReason === null) return null;
  const ended = await endRequest(tx, request.id, { state: "superseded", endReason });
  if (ended) {
    await raiseVersion(tx, opened.review.id);
    const fact = { action: "request.superseded", actor: BINDING, requestId: request.id, detail: { endReason } };
    await auditCase(tx, opened, fact);
  }
  const decidedAt = ended?.decidedAt ?? null;
  const { sentence, facts } = tellEnd({ ...request, state: "superseded", endReason, decidedAt }, opened.nameOf);
  return refusal("state", "superseded", sentence, facts);
}

export async function endExpired(tx: Tx, opened: Case, request: RequestRecord): Promise<Refusal> {
  if (await expireRequest(tx, request.id)) {
    await raiseVersion(tx, opened.review.id);
    await auditCase(tx, opened, { action: "request.expired", actor: CLOCK, requestId: request.id });
  }
  const told = hasEnded({ ...request, isExpired: true }, opened.nameOf);
  return told ?? refusal("state", "expired", "This request expired. Ask again.");
}
