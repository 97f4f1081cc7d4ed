import { type NameOf, writeAudit } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import { invariant, keyReused, notFound } from "../../errors.ts";
import { signedBy } from "../case/audit-case.ts";
import { openCases } from "../case/open-case.ts";
import { type Signing, signRequests } from "../case/sign-requests.ts";
import type { SignOffAnswer } from "../contract.ts";
import { type Refusal, refusal, toError } from "../decide/ruling.ts";
import { requireFreshKey } from "../sign-off.ts";
import type { BulkRecord } from "../sql/bulk/bulk-columns.ts";
import { type BulkSignOffRecord, findBulkSignOffs, insertBulkSignOff } from "../sql/bulk/bulk-sign-offs.ts";
import { lockBulk } from "../sql/bulk/find-bulk.ts";
import { findWaitingItems, type ItemRef } from "../sql/bulk/find-items.ts";
import { type SignBulkAnswer, signBulkAnswerSchema, type SignBulkInput } from "./contract.ts";
import { toItemReason } from "./decide/item-reason.ts";
import { maySignBulk } from "./decide/may-sign-bulk.ts";
import { readPeople } from "./views/read-people.ts";

/**
 * One signature for all that waits in a set: a sign-off per item, by the rules of a single one. Items that the signer
 * asked for or edited, and items that changed since they were asked for, are left as they are and named in the answer.
 */
export async function signBulkRequest(
  actor: Actor,
  id: string,
  input: SignBulkInput,
  decisionKey?: string,
): Promise<SignBulkAnswer> {
  requirePermission(actor, "reviews.read");
  const outcome = await transaction(async (tx): Promise<SignBulkAnswer | Refusal> => {
    const bulk = await lockBulk(tx, id);
    if (bulk === null) throw notFound();
    const signOffs = await findBulkSignOffs(tx, id);
    const repeated = repeat(actor, signOffs, input, decisionKey);
    if (repeated) return repeated;
    await requireFreshKey(tx, actor, decisionKey);
    const nameOf = await readPeople(tx, bulk);
    return signAll(tx, { bulk, signOffs, nameOf }, { actor, input, decisionKey });
  });
  // Thrown after the commit: that requests expired or were superseded stays recorded.
  if ("allowed" in outcome) throw toError(outcome);
  return outcome;
}

type Loaded = { bulk: BulkRecord; signOffs: BulkSignOffRecord[]; nameOf: NameOf };
type Signature = { actor: Actor; input: SignBulkInput; decisionKey: string | undefined };
type Signed = { item: ItemRef; outcome: SignOffAnswer | Refusal };

async function signAll(tx: Tx, loaded: Loaded, signature: Signature): Promise<SignBulkAnswer | Refusal> {
  const { bulk } = loaded;
  const { actor, input, decisionKey } = signature;
  const items = await findWaitingItems(tx, bulk.id);
  const cases = await openCases(tx, items);
  const signings = items.flatMap((item): (Signing & { item: ItemRef })[] => {
    const opened = cases.get(item.reviewId);
    const request = opened?.requests.find(({ id }) => id === item.requestId);
    if (!opened || request?.state !== "pending") return [];
    const seen = { version: item.askedVersion ?? item.version, payloadHash: item.payloadHash };
    return [{ item, opened, request, seen }];
  });
  const ruling = maySignBulk(actor, { ...loaded, pending: signings.length });
  if (!ruling.allowed) return ruling;
  const { verdict, note } = input;
  const pace = { paceSeconds: bulk.paceSeconds, bulkRequestId: bulk.id };
  const outcomes = await signRequests(tx, signings, { actor, verdict, note, decisionKey, ...pace });
  const signed = signings.map(({ item, request }): Signed => {
    const outcome = outcomes.get(request.id);
    invariant(outcome, "a signature had no outcome");
    return { item, outcome };
  });
  return signed.every(isRefused) ? nothingSigned(signed) : record(tx, bulk, signature, signed);
}

const isRefused = ({ outcome }: Signed) => "allowed" in outcome;

/** Nothing of it could be signed: an error that says why, where one reason covers all of it. */
function nothingSigned(signed: readonly Signed[]): Refusal {
  const refusals = signed.flatMap(({ outcome }) => ("allowed" in outcome ? [outcome] : []));
  const [first] = refusals;
  if (first && refusals.every(({ because }) => because === first.because)) return first;
  const sentence = "You can sign none of this set now: each of its rows says why.";
  return refusal("rule", first?.code ?? "illegal_transition", sentence);
}

async function record(
  tx: Tx,
  bulk: BulkRecord,
  { actor, input, decisionKey }: Signature,
  signed: readonly Signed[],
): Promise<SignBulkAnswer> {
  const { verdict, note } = input;
  const given = signed.flatMap(({ outcome }) => ("allowed" in outcome ? [] : [outcome]));
  const refused = signed.flatMap(({ item: { position, reviewId }, outcome }) =>
    "allowed" in outcome ? [{ position, reviewId, ...toItemReason(outcome) }] : [],
  );
  const decided = given.filter(({ outcome }) => outcome !== "recorded").length;
  const answer = { bulkRequestId: bulk.id, verdict, signed: given.length, decided, refused };
  const bulkSignOff = { bulkRequestId: bulk.id, approverId: actor.id, verdict, note, decisionKey, answer };
  const written = await insertBulkSignOff(tx, bulkSignOff);
  invariant(written, "a locked set was signed twice");
  await writeAudit(tx, {
    action: "bulk_request.signed",
    actor: signedBy(actor),
    subject: { type: "bulk_request", id: bulk.id },
    detail: { verdict, signed: given.length, decided, refused: refused.length, bulkSignOffId: written.id },
  });
  return { ...answer, at: written.at.toISOString() };
}

function repeat(
  actor: Actor,
  signOffs: readonly BulkSignOffRecord[],
  input: SignBulkInput,
  decisionKey: string | undefined,
): SignBulkAnswer | null {
  const own = signOffs.find(({ approverId }) => approverId === actor.id);
  if (own === undefined || decisionKey === undefined || own.decisionKey !== decisionKey) return null;
  if (own.verdict !== input.verdict || own.note !== (input.note ?? null)) throw keyReused();
  return signBulkAnswerSchema.parse({ ...Object(own.answer), at: own.at.toISOString() });
}
