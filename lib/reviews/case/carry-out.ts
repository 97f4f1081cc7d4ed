import { dismissActions, recordAllAsHappened, releaseAllApproved } from "#lib/actions/index.ts";
import { type AuditActor, writeAudits } from "#lib/audit/index.ts";
import type { Tx } from "#lib/db/index.ts";
import { enqueueNudges } from "#lib/nudges/index.ts";
import { invariant } from "../../errors.ts";
import type { Resolution } from "../contract.ts";
import type { RequestRecord } from "../sql/requests/request-columns.ts";
import { closeReviews, releaseReviews } from "../sql/reviews/move-review.ts";
import type { Case } from "./open-case.ts";

export type Approved = { opened: Case; request: RequestRecord };

/**
 * What approved requests do to their actions, in the transaction that approved them. Executing is the worker's. In the
 * order given, which is the order in which released actions become claimable.
 */
export async function carryOutAll(
  tx: Tx,
  approved: readonly Approved[],
  actor: AuditActor,
  paceSeconds = 0,
): Promise<void> {
  const ofType = (...types: string[]) => approved.filter(({ request }) => types.includes(request.type));
  const changes: Change[] = [
    ...(await release(tx, ofType("send", "resend"), paceSeconds)),
    ...(await dismiss(tx, ofType("dismiss"))),
    ...(await record(tx, ofType("mark_happened"))),
  ];
  await writeAudits(
    tx,
    changes.map(({ approved: { opened, request }, action, detail }) => ({
      action,
      actor,
      subject: { type: "action", id: opened.key },
      detail: {
        requestId: request.id,
        reviewId: opened.review.id,
        attempt: opened.action.attempt,
        payloadHash: opened.action.payloadHash,
        from: opened.action.status,
        ...detail,
      },
    })),
  );
}

type Change = { approved: Approved; action: string; detail?: Record<string, unknown> };

async function release(tx: Tx, approved: Approved[], paceSeconds: number): Promise<Change[]> {
  if (approved.length === 0) return [];
  const signed = approved.map((one) => {
    const { holdSeconds, releaseTtlSeconds } = one.opened.rules;
    return { ...seenAction(one), requestId: one.request.id, holdSeconds, releaseTtlSeconds };
  });
  const released = new Map((await releaseAllApproved(tx, signed, paceSeconds)).map((one) => [one.key, one]));
  invariant(released.size === approved.length, "a locked action could not be released");
  const moved = await releaseReviews(tx, approved.map(reviewId));
  invariant(moved.length === approved.length, "a locked review was not open");
  await enqueueNudges(tx, [...released.keys()]);
  return approved.map((one) => {
    const { claimableAt, expiresAt } = released.get(one.opened.key) ?? {};
    return { approved: one, action: "action.released", detail: { claimableAt, releaseExpiresAt: expiresAt } };
  });
}

async function dismiss(tx: Tx, approved: Approved[]): Promise<Change[]> {
  if (approved.length === 0) return [];
  const dismissed = await dismissActions(tx, approved.map(seenAction));
  invariant(dismissed.length === approved.length, "a locked action could not be dismissed");
  await close(tx, approved, "dismissed");
  return approved.map((one) => ({ approved: one, action: "action.dismissed" }));
}

async function record(tx: Tx, approved: Approved[]): Promise<Change[]> {
  if (approved.length === 0) return [];
  const attested = approved.map((one) => {
    const { id: requestId, requestedBy: by, reference } = one.request;
    invariant(reference, "nothing is recorded as happened without a reference");
    return { ...seenAction(one), attestation: { requestId, by, reference } };
  });
  const recorded = await recordAllAsHappened(tx, attested);
  invariant(recorded.length === approved.length, "a locked action could not be recorded as happened");
  await close(tx, approved, "marked_happened");
  return approved.map((one) => ({ approved: one, action: "action.marked_happened" }));
}

async function close(tx: Tx, approved: Approved[], resolution: Resolution): Promise<void> {
  const closed = await closeReviews(tx, approved.map(reviewId), resolution);
  invariant(closed.length === approved.length, "a locked review was not open");
}

const reviewId = ({ opened }: Approved) => opened.review.id;

function seenAction({ opened: { key, action } }: Approved): {
  key: string;
  attempt: number;
  payloadHash: string | null;
} {
  return { key, attempt: action.attempt, payloadHash: action.payloadHash };
}
