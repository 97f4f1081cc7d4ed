import { reached } from "#lib/actions/index.ts";
import { writeAudit } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import { invariant, keyReused } from "../../errors.ts";
import { signedBy } from "../case/audit-case.ts";
import { peekCases } from "../case/open-case.ts";
import type { RequestType } from "../contract.ts";
import { duplicateRisk } from "../decide/duplicate-risk.ts";
import { signOffsNeeded } from "../decide/sign-offs-needed.ts";
import type { BulkRecord } from "../sql/bulk/bulk-columns.ts";
import { findBulkByDraftKey } from "../sql/bulk/find-bulk.ts";
import { findFrozenItems } from "../sql/bulk/find-items.ts";
import { findRiskFacts, type RiskRecord } from "../sql/bulk/find-risk-facts.ts";
import { type FrozenItem, insertBulk, insertItems } from "../sql/bulk/freeze-bulk.ts";
import { type Chosen, chooseCases, type ChosenSet } from "./choose-cases.ts";
import type { FreezeBulkAnswer, FreezeBulkInput } from "./contract.ts";
import { type FrozenCase, leftOutOf } from "./decide/left-out.ts";

/** Makes a draft: the set as it is now, row by row. Nothing is asked for by it, and nothing joins it later. */
export async function freezeBulkRequest(
  actor: Actor,
  input: FreezeBulkInput,
  decisionKey?: string,
): Promise<FreezeBulkAnswer> {
  requirePermission(actor, "requests.create");
  if (input.pendingRequests !== undefined) requirePermission(actor, "requests.sign");
  return transaction(async (tx) => {
    const earlier = decisionKey === undefined ? null : await findBulkByDraftKey(tx, actor.id, decisionKey);
    if (earlier) return repeat(tx, earlier, input);

    const set = await chooseCases(tx, actor, input);
    const filter = input.filter ?? {};
    const bulk = await insertBulk(tx, { ...set, requestedBy: actor.id, filter, draftKey: decisionKey });
    if (bulk === null) throw keyReused();
    const items = await freeze(tx, actor, set);
    await insertItems(tx, bulk.id, items);
    const answered = answer(bulk, items);
    const { asked, leftOut } = answered;
    const detail = { form: bulk.form, type: bulk.type, asked, leftOut, filterFields: Object.keys(filter) };
    const subject = { type: "bulk_request" as const, id: bulk.id };
    await writeAudit(tx, { action: "bulk_request.frozen", actor: signedBy(actor), subject, detail });
    return answered;
  });
}

async function freeze(tx: Tx, actor: Actor, { type, form, chosen }: ChosenSet): Promise<FrozenItem[]> {
  const cases = await peekCases(tx, chosen);
  const risks = await findRiskFacts(
    tx,
    chosen.map(({ reviewId }) => reviewId),
  );
  const riskOf = new Map(risks.map((risk) => [risk.reviewId, risk]));
  return chosen.map((one, place) => {
    const opened = cases.get(one.reviewId);
    const risk = riskOf.get(one.reviewId);
    invariant(opened && risk, "a chosen case is gone");
    const request = opened.requests.find(({ id }) => id === one.requestId);
    return toItem(
      place + 1,
      { opened, risk, request, chosen: one },
      leftOutOf({ actor, type, form }, { opened, request, seen: one.seen }),
    );
  });
}

type Frozen = { opened: FrozenCase["opened"]; request: FrozenCase["request"]; risk: RiskRecord; chosen: Chosen };

function toItem(
  position: number,
  { opened, risk, request, chosen }: Frozen,
  leftOut: ReturnType<typeof leftOutOf>,
): FrozenItem {
  const { review, action, rules, replacesDoubt } = opened;
  const far = reached(risk.outcome === null ? null : risk);
  const certainty = { failure: action.failure, replacesDoubt };
  return {
    position,
    reviewId: review.id,
    version: review.version,
    payloadHash: action.payloadHash,
    risk: duplicateRisk({ ...risk, reached: far }, rules, risk.now)?.word ?? null,
    signOffsNeeded: request?.signOffsNeeded ?? signOffsNeeded(chosen.type, rules.signOffs, certainty),
    requestId: request?.id ?? null,
    leftOut: leftOut?.code ?? null,
    because: leftOut?.because ?? null,
    becauseBy: leftOut?.by ?? null,
    becauseAt: leftOut?.at ?? null,
  };
}

async function repeat(tx: Tx, earlier: BulkRecord, input: FreezeBulkInput): Promise<FreezeBulkAnswer> {
  const items = await findFrozenItems(tx, earlier.id);
  if (!isSame(earlier, items, input)) throw keyReused();
  return answer(earlier, items);
}

type FrozenIds = { reviewId: string; requestId: string | null; leftOut: string | null };

function isSame(earlier: BulkRecord, items: readonly FrozenIds[], input: FreezeBulkInput): boolean {
  if (input.type !== undefined && input.type !== earlier.type) return false;
  if (input.pendingRequests)
    return sameIds(
      items.map(({ requestId }) => requestId),
      input.pendingRequests,
    );
  if (input.reviews)
    return sameIds(
      items.map(({ reviewId }) => reviewId),
      input.reviews,
    );
  return JSON.stringify(sorted(earlier.filter)) === JSON.stringify(sorted(input.filter ?? {}));
}

function sameIds(ids: readonly (string | null)[], rows: readonly { id: string }[]): boolean {
  return ids.length === rows.length && rows.every(({ id }, place) => id === ids[place]);
}

function sorted(filter: object): [string, unknown][] {
  return Object.entries(filter).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function answer(bulk: BulkRecord, items: readonly Pick<FrozenIds, "leftOut">[]): FreezeBulkAnswer {
  const leftOut = items.filter((item) => item.leftOut !== null).length;
  const { id: bulkRequestId, form, frozenAt } = bulk;
  const type: RequestType = bulk.type;
  return { bulkRequestId, form, type, asked: items.length - leftOut, leftOut, at: frozenAt.toISOString() };
}
