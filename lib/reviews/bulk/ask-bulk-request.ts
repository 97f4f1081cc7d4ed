import { writeAudit } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import { AppError, invariant, keyReused, notFound } from "../../errors.ts";
import { askFor, type Asked } from "../case/ask-for.ts";
import { signedBy } from "../case/audit-case.ts";
import { openCases } from "../case/open-case.ts";
import type { RequestType } from "../contract.ts";
import { type Refusal, toError } from "../decide/ruling.ts";
import type { BulkRecord } from "../sql/bulk/bulk-columns.ts";
import { lockBulk } from "../sql/bulk/find-bulk.ts";
import { findWaitingItems, type ItemRef } from "../sql/bulk/find-items.ts";
import { type AskedItem, askForDraft, recordAsked } from "../sql/bulk/move-bulk.ts";
import { type AskBulkAnswer, askBulkAnswerSchema, type AskBulkInput } from "./contract.ts";
import { toItemReason } from "./decide/item-reason.ts";
import { mayAskBulk } from "./decide/may-ask-bulk.ts";
import { readPeople } from "./views/read-people.ts";

/**
 * One request per item of a draft, in its maker's name, all in one transaction. An item that changed since it was
 * frozen, or has another's pending request, is refused and keeps the reason; what needs no sign-off takes effect here.
 */
export async function askBulkRequest(
  actor: Actor,
  id: string,
  input: AskBulkInput,
  decisionKey?: string,
): Promise<AskBulkAnswer> {
  requirePermission(actor, "requests.create");
  return transaction(async (tx) => {
    const bulk = await lockBulk(tx, id);
    if (bulk === null) throw notFound();
    const repeated = repeat(actor, bulk, input, decisionKey);
    if (repeated) return repeated;
    const ruling = mayAskBulk(actor, bulk, await readPeople(tx, bulk));
    if (!ruling.allowed) throw toError(ruling);
    requireReference(bulk.type, input);
    const outcomes = await askForAll(tx, bulk, { actor, input });
    return record(tx, bulk, { actor, input, decisionKey, outcomes });
  });
}

function requireReference(type: RequestType, { reference }: AskBulkInput): void {
  if (type !== "mark_happened" || reference !== undefined) return;
  throw new AppError("invalid_input", "reference: Say where you saw it: an id, a link or a name.", {
    field: "reference",
  });
}

type Outcome = { item: ItemRef; outcome: Asked | Refusal };

async function askForAll(
  tx: Tx,
  bulk: BulkRecord,
  { actor, input }: { actor: Actor; input: AskBulkInput },
): Promise<Outcome[]> {
  const items = await findWaitingItems(tx, bulk.id);
  if (items.length === 0) {
    throw new AppError("illegal_transition", "Nothing is left in this set: every row of it was left out.");
  }
  const cases = await openCases(tx, items);
  const askings = items.map(({ reviewId, version, payloadHash, position }) => {
    const opened = cases.get(reviewId);
    invariant(opened, "a frozen case is gone");
    return { opened, seen: { version, payloadHash }, bulk: { id: bulk.id, position } };
  });
  const { reason, note, reference, paceSeconds } = input;
  const asked = await askFor(tx, askings, { actor, type: bulk.type, reason, note, reference, paceSeconds });
  return items.map((item) => {
    const outcome = asked.get(item.reviewId);
    invariant(outcome, "what was asked for had no outcome");
    return { item, outcome };
  });
}

type Recording = { actor: Actor; input: AskBulkInput; decisionKey: string | undefined; outcomes: Outcome[] };

async function record(
  tx: Tx,
  bulk: BulkRecord,
  { actor, input, decisionKey, outcomes }: Recording,
): Promise<AskBulkAnswer> {
  const items = outcomes.map(toAskedItem);
  const written = await recordAsked(tx, bulk.id, items);
  invariant(written === items.length, "an item of a locked draft was decided twice");
  const made = outcomes.flatMap(({ outcome }) => ("allowed" in outcome ? [] : [outcome.request]));
  const counts = {
    asked: outcomes.length,
    pending: made.filter(({ state }) => state === "pending").length,
    approved: made.filter(({ state }) => state === "approved").length,
  };
  const answer = { bulkRequestId: bulk.id, ...counts, refused: outcomes.flatMap(toRefusedItem) };
  const { reason, note, reference, paceSeconds } = input;
  const asked = await askForDraft(tx, bulk.id, { reason, note, reference, paceSeconds, askKey: decisionKey, answer });
  invariant(asked, "a locked draft could not be asked for");
  await writeAudit(tx, {
    action: "bulk_request.asked",
    actor: signedBy(actor),
    subject: { type: "bulk_request", id: bulk.id },
    detail: { type: bulk.type, ...counts, refused: answer.refused.length, paceSeconds },
  });
  return { ...answer, at: asked.at.toISOString() };
}

function toAskedItem({ item: { position }, outcome }: Outcome): AskedItem {
  if ("allowed" in outcome) {
    const { code, because, by, at } = toItemReason(outcome);
    return { position, requestId: null, askedVersion: null, refused: code, because, becauseBy: by, becauseAt: at };
  }
  const { request, version } = outcome;
  const nothing = { refused: null, because: null, becauseBy: null, becauseAt: null };
  return { position, requestId: request.id, askedVersion: version, ...nothing };
}

function toRefusedItem({ item: { position, reviewId }, outcome }: Outcome): AskBulkAnswer["refused"] {
  return "allowed" in outcome ? [{ position, reviewId, ...toItemReason(outcome) }] : [];
}

function repeat(
  actor: Actor,
  bulk: BulkRecord,
  input: AskBulkInput,
  decisionKey: string | undefined,
): AskBulkAnswer | null {
  const isOwn = bulk.requestedBy === actor.id && decisionKey !== undefined && bulk.askKey === decisionKey;
  if (!isOwn || bulk.askedAt === null) return null;
  const isSame =
    bulk.reason === input.reason &&
    bulk.note === (input.note ?? null) &&
    bulk.reference === (input.reference ?? null) &&
    bulk.paceSeconds === input.paceSeconds;
  if (!isSame) throw keyReused();
  return askBulkAnswerSchema.parse({ ...Object(bulk.askAnswer), at: bulk.askedAt.toISOString() });
}
