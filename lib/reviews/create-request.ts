import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import { keyReused } from "../errors.ts";
import { auditCase, signedBy } from "./case/audit-case.ts";
import { carryOut } from "./case/carry-out.ts";
import { endExpired } from "./case/end-void-request.ts";
import { type Case, openCase } from "./case/open-case.ts";
import { requireAllowed } from "./case/require-allowed.ts";
import type { CreateRequestInput, RequestAnswer } from "./contract.ts";
import { mayRequest } from "./decide/may-request.ts";
import { signOffsNeeded } from "./decide/sign-offs-needed.ts";
import { findRequestByDecisionKey } from "./sql/requests/find-requests.ts";
import { insertRequest } from "./sql/requests/insert-request.ts";
import type { RequestRecord } from "./sql/requests/request-columns.ts";
import { raiseVersion } from "./sql/reviews/move-review.ts";

/** Asks for something to be done in a case. What needs no second person takes effect in the same transaction. */
export async function createRequest(
  actor: Actor,
  reviewId: string,
  input: CreateRequestInput,
  decisionKey?: string,
): Promise<RequestAnswer> {
  requirePermission(actor, "reviews.read");
  return transaction(async (tx) => {
    const opened = await openCase(tx, { reviewId });
    const repeated = decisionKey === undefined ? null : await findRequestByDecisionKey(tx, actor.id, decisionKey);
    if (repeated) return repeat(repeated, reviewId, input);

    const expired = opened.requests.find(({ state, isExpired }) => state === "pending" && isExpired);
    if (expired) await endExpired(tx, opened, expired);
    requireAllowed(mayRequest(actor, input.type, opened), input, opened);

    return answer(await record(tx, opened, { actor, input, decisionKey }));
  });
}

type Asking = { actor: Actor; input: CreateRequestInput; decisionKey: string | undefined };

async function record(tx: Tx, opened: Case, { actor, input, decisionKey }: Asking): Promise<RequestRecord> {
  const { review, action, rules, replacesDoubt } = opened;
  const request = await insertRequest(tx, {
    reviewId: review.id,
    type: input.type,
    requestedBy: actor.id,
    reason: input.reason,
    note: input.note,
    reference: input.reference,
    payloadHash: action.payloadHash,
    attempt: action.attempt,
    recovery: rules.recovery,
    gate: rules.gate,
    signOffsNeeded: signOffsNeeded(input.type, rules.signOffs, { failure: action.failure, replacesDoubt }),
    ttlSeconds: rules.requestTtlSeconds,
    decisionKey,
  });
  if (request === null) throw keyReused();
  const { id: requestId, type, signOffsNeeded: needed, payloadHash } = request;
  const by = signedBy(actor);
  const detail = { type, signOffsNeeded: needed, payloadHash };
  await auditCase(tx, opened, { action: "request.created", actor: by, requestId, detail });
  if (request.state === "pending") {
    await raiseVersion(tx, review.id);
  } else {
    await auditCase(tx, opened, { action: "request.approved", actor: by, requestId, detail });
    await carryOut(tx, opened, request, by);
  }
  return request;
}

function repeat(request: RequestRecord, reviewId: string, input: CreateRequestInput): RequestAnswer {
  const isSame =
    request.reviewId === reviewId &&
    request.type === input.type &&
    request.reason === input.reason &&
    request.note === (input.note ?? null) &&
    request.reference === (input.reference ?? null);
  if (!isSame) throw keyReused();
  return answer(request);
}

function answer({ id, reviewId, type, signOffsNeeded: needed, requestedAt, expiresAt }: RequestRecord): RequestAnswer {
  return {
    requestId: id,
    reviewId,
    type,
    outcome: needed === 0 ? "approved" : "pending",
    at: requestedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
