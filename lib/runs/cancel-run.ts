import { readTimeline, writeAudit } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import { isBroken, readBindingPolicies } from "#lib/policies/index.ts";
import { invariant, notFound } from "../errors.ts";
import { type CancelRunAnswer, type CancelRunInput, cancelRunAnswerSchema } from "./contract.ts";
import { dismissSteps } from "./sql/dismiss-steps.ts";
import { findInFlight, isRun, lockRun } from "./sql/lock-run.ts";

const CANCELLED = "run.cancelled";

/**
 * Dismisses all that waits of a run. What a worker is at is left to it, and a step of the run that comes later is not
 * refused: nothing marks a run as over.
 */
export async function cancelRun(
  actor: Actor,
  runId: string,
  input: CancelRunInput,
  decisionKey?: string,
): Promise<CancelRunAnswer> {
  requirePermission(actor, "runs.cancel");
  return transaction(async (tx) => {
    const locked = await lockRun(tx, runId);
    if (locked.length === 0 && !(await isRun(tx, runId))) throw notFound();
    const repeated = decisionKey === undefined ? null : await findOwn(tx, { actor, runId, decisionKey });
    if (repeated) return repeated;

    const keys = locked.map(({ key }) => key);
    const needsSignOff = await thatNeedASignOff(tx, keys);
    const { id: by, roles } = actor;
    const waiting = keys.filter((key) => !needsSignOff.includes(key));
    const dismissed = await dismissSteps(tx, waiting, { runId, by, roles, reason: input.reason });
    invariant(dismissed.length === waiting.length, "a locked action could not be dismissed");
    const inFlight = await findInFlight(tx, runId);
    const { at } = await writeAudit(tx, {
      action: CANCELLED,
      actor: { type: "person", id: by, roles },
      subject: { type: "run", id: runId },
      detail: { dismissed, inFlight, needsSignOff, decisionKey },
    });
    return { runId, dismissed, inFlight, needsSignOff, at: at.toISOString() };
  });
}

/** Cancelling is no way around a second person that the policy of a kind wants for a dismissal. */
async function thatNeedASignOff(tx: Tx, keys: readonly string[]): Promise<string[]> {
  const policies = await readBindingPolicies(keys, tx);
  return keys.filter((key) => {
    const policy = policies.get(key);
    return policy !== undefined && !isBroken(policy) && policy.signOffs.dismiss > 0;
  });
}

type OwnDecision = { actor: Actor; runId: string; decisionKey: string };

async function findOwn(tx: Tx, { actor, runId, decisionKey }: OwnDecision): Promise<CancelRunAnswer | null> {
  const entries = await readTimeline(tx, [{ type: "run", id: runId }]);
  const own = entries.find(
    ({ action, actor: by, detail }) =>
      action === CANCELLED && by.id === actor.id && detail["decision_key"] === decisionKey,
  );
  if (own === undefined) return null;
  const { dismissed, in_flight: inFlight, needs_sign_off: needsSignOff } = own.detail;
  return cancelRunAnswerSchema.parse({ runId, dismissed, inFlight, needsSignOff, at: own.at });
}
