import { type NameOf, namesOf } from "#lib/audit/index.ts";
import { type Actor, hasPermission, requirePermission } from "#lib/auth/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import { invariant, notFound } from "../../errors.ts";
import { peopleOf } from "../case/open-case.ts";
import { toPermission } from "../decide/ruling.ts";
import type { BulkRecord } from "../sql/bulk/bulk-columns.ts";
import { type BulkSignOffRecord, findBulkSignOffs } from "../sql/bulk/bulk-sign-offs.ts";
import { countItems, type ItemSummary, summariseItems } from "../sql/bulk/count-items.ts";
import { findBulk } from "../sql/bulk/find-bulk.ts";
import { findEnds, findItems, type ItemRecord } from "../sql/bulk/find-items.ts";
import { findReviewRows } from "../sql/lists/list-review-rows.ts";
import { findRequests } from "../sql/requests/find-requests.ts";
import { toReviewRows } from "../views/to-review-rows.ts";
import { type BulkDetail, type BulkItem, type ReadBulkInput, signBulkAnswerSchema } from "./contract.ts";
import { mayAskBulk } from "./decide/may-ask-bulk.ts";
import { maySignBulk } from "./decide/may-sign-bulk.ts";
import { mayStopBulk } from "./decide/may-stop-bulk.ts";
import { toBulkItem } from "./views/to-bulk-item.ts";
import { toBulkRow } from "./views/to-bulk-row.ts";

/** A set and a page of its items: what would be asked for, or what has become of it. */
export async function readBulkRequest(actor: Actor, id: string, input: ReadBulkInput): Promise<BulkDetail> {
  requirePermission(actor, "reviews.read");
  return transaction(async (tx) => {
    const bulk = await findBulk(tx, id);
    if (bulk === null) throw notFound();
    const signOffs = await findBulkSignOffs(tx, id);
    const nameOf = await namesOf(tx, [bulk.requestedBy, bulk.stoppedBy, ...signOffs.map((one) => one.approverId)]);
    const { show, cursor: after = 0, limit } = input;
    const found = await findItems(tx, id, { show, after, limit: limit + 1 });
    const page = found.slice(0, limit);
    const ends = await findEnds(tx, id);
    const items = await toItems(tx, actor, [...page, ...ends]);
    const summary = await summariseItems(tx, id, actor.id);
    const row = toBulkRow(bulk, await countItems(tx, [id]), nameOf);
    return {
      ...row,
      ...describe(bulk, summary),
      signable: hasPermission(actor, "requests.sign") ? summary.signable : 0,
      first: items.find(({ position }) => position === ends[0]?.position) ?? null,
      last: items.find(({ position }) => position === ends.at(-1)?.position) ?? null,
      signOffs: signOffs.map((signOff) => toBulkSignOff(signOff, nameOf)),
      items: items.slice(0, page.length),
      nextCursor: found.length > limit ? String(page.at(-1)?.position) : null,
      viewer: viewerOf(actor, { bulk, signOffs, nameOf, summary, waiting: row.counts.waiting }),
      at: summary.now.toISOString(),
    };
  });
}

async function toItems(tx: Tx, viewer: Actor, items: readonly ItemRecord[]): Promise<BulkItem[]> {
  const ids = [...new Set(items.map(({ reviewId }) => reviewId))];
  const rows = await toReviewRows(tx, viewer, await findReviewRows(tx, ids));
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const requests = await findRequests(
    tx,
    items.map(({ requestId }) => requestId).filter((one) => one !== null),
  );
  const requestOf = new Map(requests.map((request) => [request.id, request]));
  const enders = items.map(({ releaseEndBy }) => releaseEndBy);
  const nameOf = await namesOf(tx, [...enders, ...requests.flatMap(peopleOf)]);
  return items.map((item) => {
    const review = rowOf.get(item.reviewId);
    invariant(review, "a frozen case is gone");
    return toBulkItem(item, { viewer, nameOf, review, request: requestOf.get(item.requestId ?? "") });
  });
}

function describe(bulk: BulkRecord, summary: ItemSummary) {
  const { safe, deduped, checkFirst, mayDuplicate, needNoSignOff, decideBy, lastClaimableAt } = summary;
  const isFiltered = Object.keys(bulk.filter).length > 0;
  return {
    note: bulk.note,
    reference: bulk.reference,
    filter: isFiltered ? bulk.filter : null,
    paceSeconds: bulk.paceSeconds,
    risks: { safe, deduped, check_first: checkFirst, may_duplicate: mayDuplicate },
    needNoSignOff,
    decideBy: decideBy?.toISOString() ?? null,
    lastClaimableAt: lastClaimableAt?.toISOString() ?? null,
  };
}

function toBulkSignOff(signOff: BulkSignOffRecord, nameOf: NameOf): BulkDetail["signOffs"][number] {
  const { approverId, verdict, note, at, answer } = signOff;
  const counts = signBulkAnswerSchema.pick({ signed: true, decided: true, refused: true }).parse(answer);
  return {
    approver: nameOf(approverId),
    verdict,
    note,
    at: at.toISOString(),
    ...counts,
    refused: counts.refused.length,
  };
}

type Standing = {
  bulk: BulkRecord;
  signOffs: BulkSignOffRecord[];
  nameOf: NameOf;
  summary: ItemSummary;
  waiting: number;
};

/** From the functions that the decisions themselves ask. */
function viewerOf(actor: Actor, { bulk, signOffs, nameOf, summary, waiting }: Standing): BulkDetail["viewer"] {
  const { pending } = summary;
  return {
    ask: toPermission(mayAskBulk(actor, bulk, nameOf)),
    sign: toPermission(maySignBulk(actor, { bulk, signOffs, nameOf, pending })),
    stop: toPermission(mayStopBulk(actor, { bulk, signOffs, nameOf, pending, released: waiting - pending })),
  };
}
