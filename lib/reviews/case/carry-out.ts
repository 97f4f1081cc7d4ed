import { dismissAction, recordAsHappened, releaseApproved } from "#lib/actions/index.ts";
import { type AuditActor, writeAudit } from "#lib/audit/index.ts";
import type { Tx } from "#lib/db/index.ts";
import { enqueueNudges } from "#lib/nudges/index.ts";
import { invariant } from "../../errors.ts";
import type { RequestRecord } from "../sql/requests/request-columns.ts";
import { closeReview, releaseReview } from "../sql/reviews/move-review.ts";
import type { Case } from "./open-case.ts";

/** What an approved request does to its action, in the transaction that approved it. Executing is the worker's. */
export async function carryOut(tx: Tx, opened: Case, request: RequestRecord, actor: AuditActor): Promise<void> {
  const { action, detail } = await change(tx, opened, request);
  await writeAudit(tx, {
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
  });
}

type Change = { action: string; detail?: Record<string, unknown> };

async function change(tx: Tx, opened: Case, request: RequestRecord): Promise<Change> {
  switch (request.type) {
    case "send":
    case "resend":
      return release(tx, opened, request);
    case "dismiss": {
      invariant(await dismissAction(tx, seenAction(opened)), "a locked action could not be dismissed");
      invariant(await closeReview(tx, opened.review.id, "dismissed"), "a locked review was not open");
      return { action: "action.dismissed" };
    }
    case "mark_happened": {
      const { id: requestId, requestedBy: by, reference } = request;
      invariant(reference, "nothing is recorded as happened without a reference");
      const recorded = await recordAsHappened(tx, seenAction(opened), { requestId, by, reference });
      invariant(recorded, "a locked action could not be recorded as happened");
      invariant(await closeReview(tx, opened.review.id, "marked_happened"), "a locked review was not open");
      return { action: "action.marked_happened" };
    }
  }
}

async function release(tx: Tx, opened: Case, request: RequestRecord): Promise<Change> {
  const { holdSeconds, releaseTtlSeconds } = opened.rules;
  const released = await releaseApproved(tx, {
    ...seenAction(opened),
    requestId: request.id,
    holdSeconds,
    releaseTtlSeconds,
  });
  invariant(released, "a locked action could not be released");
  invariant(await releaseReview(tx, opened.review.id), "a locked review was not open");
  await enqueueNudges(tx, [opened.key]);
  const { claimableAt, expiresAt } = released;
  return { action: "action.released", detail: { claimableAt, releaseExpiresAt: expiresAt } };
}

function seenAction({ key, action }: Case): { key: string; attempt: number; payloadHash: string | null } {
  return { key, attempt: action.attempt, payloadHash: action.payloadHash };
}
