import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import { invariant, keyReused } from "../errors.ts";
import { auditCase, signedBy } from "./case/audit-case.ts";
import { carryOut } from "./case/carry-out.ts";
import { endExpired, endVoidRequest } from "./case/end-void-request.ts";
import { type Case, openCaseOfRequest } from "./case/open-case.ts";
import { requireAllowed } from "./case/require-allowed.ts";
import type { SignOffAnswer, SignOffInput } from "./contract.ts";
import { needed } from "./decide/binding.ts";
import { maySign } from "./decide/may-sign.ts";
import { hasEnded } from "./decide/may-withdraw.ts";
import { type Refusal, toError } from "./decide/ruling.ts";
import { endRequest, raiseSignOffsNeeded } from "./sql/requests/end-request.ts";
import { insertSignOff } from "./sql/requests/insert-sign-off.ts";
import type { RequestRecord } from "./sql/requests/request-columns.ts";
import { raiseVersion } from "./sql/reviews/move-review.ts";

/** An approver's verdict. The last one needed releases the action in this transaction; it never executes anything. */
export async function signOff(
  actor: Actor,
  requestId: string,
  input: SignOffInput,
  decisionKey?: string,
): Promise<SignOffAnswer> {
  requirePermission(actor, "reviews.read");
  const outcome = await transaction(async (tx): Promise<SignOffAnswer | Refusal> => {
    const { case: opened, request } = await openCaseOfRequest(tx, requestId);
    const repeated = repeat(actor, request, input, decisionKey);
    if (repeated) return repeated;
    const ended = (await endVoidRequest(tx, opened, request)) ?? hasEnded(request, opened.nameOf);
    if (ended) return ended;
    requireAllowed(maySign(actor, request), input, opened);
    return sign(tx, { opened, request, actor, input, decisionKey });
  });
  // Thrown after the commit: that a request expired or was superseded stays recorded.
  if ("allowed" in outcome) throw toError(outcome);
  return outcome;
}

type Signing = {
  opened: Case;
  request: RequestRecord;
  actor: Actor;
  input: SignOffInput;
  decisionKey: string | undefined;
};

async function sign(tx: Tx, signing: Signing): Promise<SignOffAnswer | Refusal> {
  const { opened, request, actor, input, decisionKey } = signing;
  const { verdict, note } = input;
  const given = await insertSignOff(tx, { requestId: request.id, approverId: actor.id, verdict, note, decisionKey });
  if (given === null) return endExpired(tx, opened, request);
  const by = signedBy(actor);
  const detail = { signOffId: given.id, verdict, type: request.type, payloadHash: request.payloadHash };
  await auditCase(tx, opened, { action: "sign_off.given", actor: by, requestId: request.id, detail });

  const outcome = await decide(tx, signing);
  if (outcome !== "recorded") {
    const ended = await endRequest(tx, request.id, { state: outcome, decidedBy: actor.id });
    invariant(ended, "a locked pending request could not be ended");
    await auditCase(tx, opened, { action: `request.${outcome}`, actor: by, requestId: request.id, detail });
  }
  if (outcome === "approved") await carryOut(tx, opened, request, by);
  if (outcome === "rejected") await raiseVersion(tx, opened.review.id);
  return { requestId: request.id, reviewId: request.reviewId, verdict, outcome, at: given.at.toISOString() };
}

/** Counted from what was locked, so that two approvers at once are counted one after the other. */
async function decide(tx: Tx, { opened, request, input }: Signing): Promise<SignOffAnswer["outcome"]> {
  if (input.verdict === "reject") return "rejected";
  const needs = needed(request, opened);
  if (needs > request.signOffsNeeded) {
    invariant(await raiseSignOffsNeeded(tx, request.id, needs), "a locked pending request could not be tightened");
  }
  return request.signOffs.length + 1 >= needs ? "approved" : "recorded";
}

function repeat(
  actor: Actor,
  request: RequestRecord,
  input: SignOffInput,
  decisionKey: string | undefined,
): SignOffAnswer | null {
  const own = request.signOffs.find(({ approverId }) => approverId === actor.id);
  if (own === undefined || decisionKey === undefined || own.decisionKey !== decisionKey) return null;
  if (own.verdict !== input.verdict || own.note !== (input.note ?? null)) throw keyReused();
  const outcome = request.decidedBy === actor.id ? request.state : "recorded";
  return {
    requestId: request.id,
    reviewId: request.reviewId,
    verdict: own.verdict,
    outcome: outcome === "approved" || outcome === "rejected" ? outcome : "recorded",
    at: own.at.toISOString(),
  };
}
