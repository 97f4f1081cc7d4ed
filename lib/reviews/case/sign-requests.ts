import type { AuditActor } from "#lib/audit/index.ts";
import type { Actor } from "#lib/auth/index.ts";
import type { Tx } from "#lib/db/index.ts";
import { invariant } from "../../errors.ts";
import type { SignOffAnswer, Verdict } from "../contract.ts";
import { needed } from "../decide/binding.ts";
import { maySign } from "../decide/may-sign.ts";
import { hasEnded } from "../decide/may-withdraw.ts";
import type { Refusal } from "../decide/ruling.ts";
import { endRequests, raiseAllSignOffsNeeded } from "../sql/requests/end-request.ts";
import { type GivenSignOff, insertSignOffs } from "../sql/requests/insert-sign-off.ts";
import { raiseVersions } from "../sql/reviews/move-review.ts";
import { auditCases, signedBy } from "./audit-case.ts";
import { carryOutAll } from "./carry-out.ts";
import { endAllExpired, endVoidRequests, type Opened } from "./end-void-request.ts";
import { firstRefusal, type Seen } from "./require-allowed.ts";

export type Signing = Opened & { seen: Seen };
export type Signature = {
  actor: Actor;
  verdict: Verdict;
  note: string | undefined;
  decisionKey: string | undefined;
  /** From one release to the next, in the order of the signings. */
  paceSeconds?: number;
  /** The set that was signed, for the audit of each of its items. */
  bulkRequestId?: string;
};
type Given = Signing & { given: GivenSignOff };

/**
 * One approver's verdict on any number of requests, whose cases are locked: the one way there is to sign. By request
 * id, what came of it or why not. What expired or was superseded ends here, also where nothing could be signed.
 */
export async function signRequests(
  tx: Tx,
  signings: readonly Signing[],
  signature: Signature,
): Promise<ReadonlyMap<string, SignOffAnswer | Refusal>> {
  const refusals = new Map(await endVoidRequests(tx, signings));
  for (const { request, opened, seen } of signings) {
    const refused =
      refusals.get(request.id) ??
      hasEnded(request, opened.nameOf) ??
      firstRefusal(maySign(signature.actor, request), seen, opened);
    if (refused) refusals.set(request.id, refused);
  }
  const allowed = signings.filter(({ request }) => !refusals.has(request.id));
  const given = await giveAll(tx, allowed, signature);
  const late = allowed.filter(({ request }) => !given.some((one) => one.request.id === request.id));
  for (const [id, refused] of await endAllExpired(tx, late)) refusals.set(id, refused);
  return new Map<string, SignOffAnswer | Refusal>([...refusals, ...(await decideAll(tx, given, signature))]);
}

async function giveAll(tx: Tx, allowed: readonly Signing[], signature: Signature): Promise<Given[]> {
  if (allowed.length === 0) return [];
  const { actor, verdict, note, decisionKey } = signature;
  const ids = allowed.map(({ request }) => request.id);
  const rows = await insertSignOffs(tx, ids, { approverId: actor.id, verdict, note, decisionKey });
  const byRequest = new Map(rows.map((row) => [row.requestId, row]));
  const given = allowed.flatMap((signing) => {
    const row = byRequest.get(signing.request.id);
    return row ? [{ ...signing, given: row }] : [];
  });
  await auditGiven(tx, given, { action: "sign_off.given", by: signedBy(actor), signature });
  return given;
}

/** Counted from what was locked, so that two approvers at once are counted one after the other. */
async function decideAll(tx: Tx, given: readonly Given[], signature: Signature): Promise<Map<string, SignOffAnswer>> {
  const { actor, verdict, paceSeconds } = signature;
  const decided = verdict === "reject" ? given : await findComplete(tx, given);
  const outcome = verdict === "reject" ? "rejected" : "approved";
  if (decided.length > 0) {
    const ids = decided.map(({ request }) => request.id);
    const ended = await endRequests(tx, ids, { state: outcome, decidedBy: actor.id });
    invariant(ended.length === decided.length, "a locked pending request could not be ended");
    const by = signedBy(actor);
    await auditGiven(tx, decided, { action: `request.${outcome}`, by, signature });
    if (outcome === "approved") await carryOutAll(tx, decided, by, paceSeconds);
    if (outcome === "rejected") await raiseVersions(tx, decided.map(reviewIdOf));
  }
  const isDecided = new Set(decided.map(({ request }) => request.id));
  return new Map(
    given.map(({ request, given: { at } }): [string, SignOffAnswer] => {
      const { id: requestId, reviewId } = request;
      const became = isDecided.has(requestId) ? outcome : "recorded";
      return [requestId, { requestId, reviewId, verdict, outcome: became, at: at.toISOString() }];
    }),
  );
}

async function findComplete(tx: Tx, given: readonly Given[]): Promise<Given[]> {
  const counted = given.map((one) => ({ one, needs: needed(one.request, one.opened) }));
  const tighter = counted.filter(({ one, needs }) => needs > one.request.signOffsNeeded);
  const raised = await raiseAllSignOffsNeeded(
    tx,
    tighter.map(({ one, needs }) => ({ id: one.request.id, needed: needs })),
  );
  invariant(raised.length === tighter.length, "a locked pending request could not be tightened");
  return counted.filter(({ one, needs }) => one.request.signOffs.length + 1 >= needs).map(({ one }) => one);
}

type GivenFact = { action: string; by: AuditActor; signature: Signature };

async function auditGiven(tx: Tx, given: readonly Given[], { action, by, signature }: GivenFact): Promise<void> {
  const { verdict, bulkRequestId } = signature;
  const facts = given.map(({ opened, request, given: { id } }) => {
    const { type, payloadHash } = request;
    const detail = { signOffId: id, verdict, type, payloadHash, bulkRequestId };
    return { opened, fact: { action, actor: by, requestId: request.id, detail } };
  });
  await auditCases(tx, facts);
}

const reviewIdOf = ({ opened }: Given) => opened.review.id;
