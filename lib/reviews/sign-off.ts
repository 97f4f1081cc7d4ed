import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import { invariant, keyReused } from "../errors.ts";
import { openCaseOfRequest } from "./case/open-case.ts";
import { signRequests } from "./case/sign-requests.ts";
import type { SignOffAnswer, SignOffInput } from "./contract.ts";
import { type Refusal, toError } from "./decide/ruling.ts";
import { findRequestSignedBy } from "./sql/requests/find-requests.ts";
import type { RequestRecord } from "./sql/requests/request-columns.ts";
import { toSignOffAnswer } from "./views/to-answer.ts";

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
    await requireFreshKey(tx, actor, decisionKey);
    const { verdict, note, version, payloadHash } = input;
    const signing = { opened, request, seen: { version, payloadHash } };
    const signed = (await signRequests(tx, [signing], { actor, verdict, note, decisionKey })).get(requestId);
    invariant(signed, "a signature had no outcome");
    return signed;
  });
  // Thrown after the commit: that a request expired or was superseded stays recorded.
  if ("allowed" in outcome) throw toError(outcome);
  return outcome;
}

/** A key names one decision: whoever lost an answer asks by it what was recorded, and must not be told of another one. */
export async function requireFreshKey(tx: Tx, { id }: Actor, decisionKey: string | undefined): Promise<void> {
  if (decisionKey !== undefined && (await findRequestSignedBy(tx, id, decisionKey)) !== null) throw keyReused();
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
  return toSignOffAnswer(request, own);
}
