import { takeBackReleases } from "#lib/actions/index.ts";
import { writeAudit } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import { invariant, notFound } from "../../errors.ts";
import { auditCases, signedBy } from "../case/audit-case.ts";
import type { Opened } from "../case/end-void-request.ts";
import { openCases } from "../case/open-case.ts";
import { mayTakeBack } from "../decide/may-take-back.ts";
import { mayWithdraw } from "../decide/may-withdraw.ts";
import { toError } from "../decide/ruling.ts";
import type { BulkRecord } from "../sql/bulk/bulk-columns.ts";
import { findBulkSignOffs } from "../sql/bulk/bulk-sign-offs.ts";
import { lockBulk } from "../sql/bulk/find-bulk.ts";
import { findWaitingItems } from "../sql/bulk/find-items.ts";
import { stopBulk } from "../sql/bulk/move-bulk.ts";
import { endRequests } from "../sql/requests/end-request.ts";
import { raiseVersions, returnReviews } from "../sql/reviews/move-review.ts";
import { type StopBulkAnswer, stopBulkAnswerSchema } from "./contract.ts";
import { mayStopBulk } from "./decide/may-stop-bulk.ts";
import { readPeople } from "./views/read-people.ts";

/**
 * Takes back every release of the set that no worker has claimed, and withdraws the pending requests that are the
 * stopper's own. What a worker has claimed goes on. Stopping twice is stopping once.
 */
export async function stopBulkRequest(actor: Actor, id: string): Promise<StopBulkAnswer> {
  requirePermission(actor, "reviews.read");
  return transaction(async (tx) => {
    const bulk = await lockBulk(tx, id);
    if (bulk === null) throw notFound();
    if (bulk.stoppedBy === actor.id) return answer(bulk.stoppedAt, bulk.stopAnswer);
    const waiting = await openWaiting(tx, id);
    const signOffs = await findBulkSignOffs(tx, id);
    const nameOf = await readPeople(tx, bulk);
    const pending = waiting.filter(({ request }) => request.state === "pending").length;
    const released = waiting.length - pending;
    const ruling = mayStopBulk(actor, { bulk, signOffs, nameOf, released, pending });
    if (!ruling.allowed) throw toError(ruling);

    const takenBack = await takeBackAll(tx, actor, waiting);
    const withdrawn = await withdrawAll(tx, actor, waiting);
    return record(tx, { actor, bulk, takenBack, withdrawn });
  });
}

/** Those of its requests that still wait, for signatures or for a worker, once their cases are locked. */
async function openWaiting(tx: Tx, id: string): Promise<Opened[]> {
  const items = await findWaitingItems(tx, id);
  const cases = await openCases(
    tx,
    items.filter(({ requestId }) => requestId !== null),
  );
  return items.flatMap(({ reviewId, requestId }) => {
    const opened = cases.get(reviewId);
    const request = opened?.requests.find((one) => one.id === requestId);
    if (!opened || !request) return [];
    const isReleased = opened.action.status === "released" && opened.action.releaseRequestId === request.id;
    return isReleased || request.state === "pending" ? [{ opened, request }] : [];
  });
}

async function takeBackAll(tx: Tx, actor: Actor, waiting: readonly Opened[]): Promise<number> {
  const released = waiting.filter(({ request, opened }) => mayTakeBack(actor, request, opened).allowed);
  const signed = released.map(({ opened: { key }, request: { id: requestId } }) => ({ key, requestId }));
  if (signed.length === 0) return 0;
  const to = new Map((await takeBackReleases(tx, signed)).map((one) => [one.key, one.to]));
  invariant(to.size === signed.length, "a locked release could not be taken back");
  const returned = await returnReviews(tx, released.map(reviewIdOf));
  invariant(returned.length === signed.length, "a locked review was not released");
  const facts = released.map(({ opened, request }) => {
    const detail = { to: to.get(opened.key) };
    return { opened, fact: { action: "release.taken_back", actor: signedBy(actor), requestId: request.id, detail } };
  });
  await auditCases(tx, facts);
  return signed.length;
}

async function withdrawAll(tx: Tx, actor: Actor, waiting: readonly Opened[]): Promise<number> {
  const own = waiting.filter(({ request, opened }) => mayWithdraw(actor, request, opened.nameOf).allowed);
  if (own.length === 0) return 0;
  const ids = own.map(({ request }) => request.id);
  const ended = await endRequests(tx, ids, { state: "withdrawn", decidedBy: actor.id });
  invariant(ended.length === own.length, "a locked pending request could not be ended");
  await raiseVersions(tx, own.map(reviewIdOf));
  const facts = own.map(({ opened, request }) => {
    const detail = { type: request.type };
    return { opened, fact: { action: "request.withdrawn", actor: signedBy(actor), requestId: request.id, detail } };
  });
  await auditCases(tx, facts);
  return own.length;
}

type Stopping = { actor: Actor; bulk: BulkRecord; takenBack: number; withdrawn: number };

async function record(tx: Tx, { actor, bulk, takenBack, withdrawn }: Stopping): Promise<StopBulkAnswer> {
  const counts = { bulkRequestId: bulk.id, takenBack, withdrawn };
  const stopped = await stopBulk(tx, bulk.id, actor.id, counts);
  invariant(stopped, "a locked set could not be stopped");
  await writeAudit(tx, {
    action: "bulk_request.stopped",
    actor: signedBy(actor),
    subject: { type: "bulk_request", id: bulk.id },
    detail: { from: bulk.state, takenBack, withdrawn },
  });
  return answer(stopped.at, counts);
}

function answer(at: Date | null, counts: unknown): StopBulkAnswer {
  return stopBulkAnswerSchema.parse({ ...Object(counts), at: at?.toISOString() });
}

const reviewIdOf = ({ opened }: Opened) => opened.review.id;
