import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { invariant, keyReused } from "../errors.ts";
import { askFor } from "./case/ask-for.ts";
import { openCase } from "./case/open-case.ts";
import type { CreateRequestInput, RequestAnswer } from "./contract.ts";
import { toError } from "./decide/ruling.ts";
import { findRequestByDecisionKey } from "./sql/requests/find-requests.ts";
import type { RequestRecord } from "./sql/requests/request-columns.ts";
import { toRequestAnswer } from "./views/to-answer.ts";

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

    const { type, reason, note, reference, version, payloadHash } = input;
    const seen = { version, payloadHash };
    const asked = await askFor(tx, [{ opened, seen }], { actor, type, reason, note, reference, decisionKey });
    const outcome = asked.get(reviewId);
    invariant(outcome, "what was asked for had no outcome");
    if ("allowed" in outcome) throw toError(outcome);
    return toRequestAnswer(outcome.request);
  });
}

function repeat(request: RequestRecord, reviewId: string, input: CreateRequestInput): RequestAnswer {
  const isSame =
    request.reviewId === reviewId &&
    request.type === input.type &&
    request.reason === input.reason &&
    request.note === (input.note ?? null) &&
    request.reference === (input.reference ?? null);
  if (!isSame) throw keyReused();
  return toRequestAnswer(request);
}
