import type { AuditActor } from "#lib/audit/index.ts";
import type { Tx } from "#lib/db/index.ts";
import { type BrokenBinding, brokenBinding } from "../decide/binding.ts";
import { hasEnded } from "../decide/may-withdraw.ts";
import { type Refusal, refusal } from "../decide/ruling.ts";
import { tellEnd } from "../decide/say.ts";
import { endRequests, expireRequests } from "../sql/requests/end-request.ts";
import type { RequestRecord } from "../sql/requests/request-columns.ts";
import { raiseVersions } from "../sql/reviews/move-review.ts";
import { auditCases } from "./audit-case.ts";
import type { Case } from "./open-case.ts";

const CLOCK: AuditActor = { type: "system", id: "clock" };
const BINDING: AuditActor = { type: "system", id: "binding" };

export type Opened = { opened: Case; request: RequestRecord };
/** By request id. */
export type Refusals = ReadonlyMap<string, Refusal>;

/** A pending request whose time is over, or whose binding broke, ends here. The refusal is for after the commit. */
export async function endVoidRequest(tx: Tx, opened: Case, request: RequestRecord): Promise<Refusal | null> {
  return (await endVoidRequests(tx, [{ opened, request }])).get(request.id) ?? null;
}

export async function endVoidRequests(tx: Tx, items: readonly Opened[]): Promise<Refusals> {
  const pending = items.filter(({ request }) => request.state === "pending");
  const expired = pending.filter(({ request }) => request.isExpired);
  const broken = Map.groupBy(
    pending.filter(({ request }) => !request.isExpired),
    ({ request, opened }) => brokenBinding(request, opened),
  );
  const refusals = [await endAllExpired(tx, expired)];
  for (const [endReason, voided] of broken) {
    if (endReason !== null) refusals.push(await supersede(tx, voided, endReason));
  }
  return new Map(refusals.flatMap((some) => [...some]));
}

async function supersede(tx: Tx, items: readonly Opened[], endReason: BrokenBinding): Promise<Refusals> {
  const ended = await endRequests(tx, items.map(requestId), { state: "superseded", endReason });
  const endedAt = new Map(ended.map(({ id, decidedAt }) => [id, decidedAt]));
  const fact = { action: "request.superseded", actor: BINDING, detail: { endReason } };
  await tellEnds(
    tx,
    items.filter(({ request }) => endedAt.has(request.id)),
    fact,
  );
  return new Map(
    items.map(({ opened, request }) => {
      const decidedAt = endedAt.get(request.id) ?? null;
      const { sentence, facts } = tellEnd({ ...request, state: "superseded", endReason, decidedAt }, opened.nameOf);
      return [request.id, refusal("state", "superseded", sentence, facts)];
    }),
  );
}

export async function endAllExpired(tx: Tx, items: readonly Opened[]): Promise<Refusals> {
  if (items.length === 0) return new Map();
  const ended = new Set((await expireRequests(tx, items.map(requestId))).map(({ id }) => id));
  await tellEnds(
    tx,
    items.filter(({ request }) => ended.has(request.id)),
    { action: "request.expired", actor: CLOCK },
  );
  return new Map(items.map((item) => [item.request.id, refusedAsExpired(item)]));
}

type EndFact = { action: string; actor: AuditActor; detail?: Record<string, unknown> };

async function tellEnds(tx: Tx, ended: readonly Opened[], fact: EndFact): Promise<void> {
  if (ended.length === 0) return;
  await raiseVersions(
    tx,
    ended.map(({ opened }) => opened.review.id),
  );
  await auditCases(
    tx,
    ended.map(({ opened, request }) => ({ opened, fact: { ...fact, requestId: request.id } })),
  );
}

function refusedAsExpired({ opened, request }: Opened): Refusal {
  const told = hasEnded({ ...request, isExpired: true }, opened.nameOf);
  return told ?? refusal("state", "expired", "This request expired. Ask again.");
}

const requestId = ({ request }: Opened) => request.id;
