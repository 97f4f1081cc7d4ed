import type { Actor } from "#lib/auth/index.ts";
import type { Tx } from "#lib/db/index.ts";
import { invariant, keyReused } from "../../errors.ts";
import type { RequestType } from "../contract.ts";
import { mayRequest } from "../decide/may-request.ts";
import type { Refusal } from "../decide/ruling.ts";
import { signOffsNeeded } from "../decide/sign-offs-needed.ts";
import { insertRequests, type NewRequest } from "../sql/requests/insert-request.ts";
import type { RequestRecord } from "../sql/requests/request-columns.ts";
import { raiseVersions } from "../sql/reviews/move-review.ts";
import { auditCases, signedBy } from "./audit-case.ts";
import { carryOutAll } from "./carry-out.ts";
import { endAllExpired, type Opened } from "./end-void-request.ts";
import type { Case } from "./open-case.ts";
import { firstRefusal, type Seen } from "./require-allowed.ts";

/** A case, locked; what was seen of it; and its place in a bulk request. */
export type Asking = { opened: Case; seen: Seen; bulk?: { id: string; position: number } };
export type Wish = {
  actor: Actor;
  type: RequestType;
  reason: string;
  note?: string | undefined;
  reference?: string | undefined;
  decisionKey?: string | undefined;
  /** Between releases that need no sign-off, in the order of the cases. */
  paceSeconds?: number;
};

/** A request that was made, and the version of its review while it is pending. */
export type Asked = { request: RequestRecord; version: number };

/**
 * Asks for the same in any number of cases: the one way there is to ask. What needs no second person takes effect in
 * the same transaction. By review id, the request or why there is none.
 */
export async function askFor(
  tx: Tx,
  askings: readonly Asking[],
  wish: Wish,
): Promise<ReadonlyMap<string, Asked | Refusal>> {
  await endAllExpired(tx, askings.flatMap(expiredOf));
  const refusals = new Map<string, Refusal>();
  for (const { opened, seen } of askings) {
    const refused = firstRefusal(mayRequest(wish.actor, wish.type, opened), seen, opened);
    if (refused) refusals.set(opened.review.id, refused);
  }
  const allowed = askings.filter(({ opened }) => !refusals.has(opened.review.id));
  return new Map<string, Asked | Refusal>([...refusals, ...(await record(tx, allowed, wish))]);
}

function expiredOf({ opened }: Asking): Opened[] {
  const expired = opened.requests.find(({ state, isExpired }) => state === "pending" && isExpired);
  return expired ? [{ opened, request: expired }] : [];
}

async function record(tx: Tx, allowed: readonly Asking[], wish: Wish): Promise<Map<string, Asked>> {
  if (allowed.length === 0) return new Map();
  const requests = await insertRequests(
    tx,
    allowed.map((asking) => toNewRequest(asking, wish)),
  );
  if (requests.length !== allowed.length) throw keyReused();
  const byReview = new Map(requests.map((request) => [request.reviewId, request]));
  const made = allowed.map(({ opened, bulk }) => {
    const request = byReview.get(opened.review.id);
    invariant(request, "a request was made for another review");
    return { opened, request, bulk };
  });
  await auditMade(tx, "request.created", made, wish);
  const pending = made.filter(({ request }) => request.state === "pending");
  const approved = made.filter(({ request }) => request.state === "approved");
  const ids = pending.map(({ opened }) => opened.review.id);
  const versions = new Map((await raiseVersions(tx, ids)).map(({ id, version }) => [id, version]));
  await auditMade(tx, "request.approved", approved, wish);
  await carryOutAll(tx, approved, signedBy(wish.actor), wish.paceSeconds);
  return new Map(
    made.map(({ opened: { review }, request }) => {
      return [review.id, { request, version: versions.get(review.id) ?? review.version }];
    }),
  );
}

function toNewRequest({ opened, bulk }: Asking, wish: Wish): NewRequest {
  const { review, action, rules, replacesDoubt } = opened;
  return {
    reviewId: review.id,
    type: wish.type,
    requestedBy: wish.actor.id,
    reason: wish.reason,
    note: wish.note,
    reference: wish.reference,
    payloadHash: action.payloadHash,
    attempt: action.attempt,
    recovery: rules.recovery,
    gate: rules.gate,
    signOffsNeeded: signOffsNeeded(wish.type, rules.signOffs, { failure: action.failure, replacesDoubt }),
    ttlSeconds: rules.requestTtlSeconds,
    decisionKey: wish.decisionKey,
    ...(bulk && { bulk }),
  };
}

type Made = Opened & { bulk: Asking["bulk"] };

async function auditMade(tx: Tx, action: string, made: readonly Made[], { actor }: Wish): Promise<void> {
  const facts = made.map(({ opened, request, bulk }) => {
    const { id: requestId, type, signOffsNeeded: needed, payloadHash } = request;
    const detail = { type, signOffsNeeded: needed, payloadHash, bulkRequestId: bulk?.id };
    return { opened, fact: { action, actor: signedBy(actor), requestId, detail } };
  });
  await auditCases(tx, facts);
}
