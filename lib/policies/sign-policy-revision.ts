import { namesOf, writeAudit } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import { AppError, invariant, notFound } from "../errors.ts";
import type { SignRevisionAnswer, SignRevisionInput } from "./contract.ts";
import { requireSeenVersion } from "./edit-policy.ts";
import { assessEdit } from "./rules/assess-edit.ts";
import { maySignRevision } from "./rules/may-sign-revision.ts";
import { sayTime } from "./rules/say-time.ts";
import type { RevisionRecord } from "./sql/find-revisions.ts";
import { lockKind } from "./sql/lock-kind.ts";
import { putPolicy } from "./sql/put-policy.ts";
import { decideRevision } from "./sql/write-revision.ts";
import { type KindStanding, loadStanding } from "./standing/load-standing.ts";
import { isRecorded } from "./standing/record-found.ts";

const OUTCOMES = { approve: "in_force", reject: "rejected", withdraw: "withdrawn" } as const;
const AUDIT_ACTIONS = { approve: "policy.approved", reject: "policy.rejected", withdraw: "policy.withdrawn" } as const;

/** A second admin's verdict on what loosens a policy, or its proposer's second thoughts. */
export async function signPolicyRevision(
  actor: Actor,
  kind: string,
  input: SignRevisionInput,
): Promise<SignRevisionAnswer> {
  requirePermission(actor, "policies.edit");
  return transaction(async (tx) => {
    await lockKind(tx, kind);
    const standing = await loadStanding(tx, kind);
    const revision = standing.revisions.find(({ id }) => id === input.revisionId);
    if (!revision) throw notFound();
    await requireProposed(tx, revision);
    await requireSeenVersion(tx, standing, input.version);
    if (input.verdict === "approve" && !isRecorded(standing)) throw changedOutside();
    const because = maySignRevision(actor, revision, input.verdict);
    if (because !== null) throw new AppError(because.code, because.sentence);
    return decide(tx, actor, { kind, input, standing, revision });
  });
}

async function requireProposed(tx: Tx, { state, version, decidedBy, decidedAt, proposedAt }: RevisionRecord) {
  if (state === "proposed") return;
  const by = decidedBy === null ? "Someone" : (await namesOf(tx, [decidedBy]))(decidedBy).name;
  const at = decidedAt ?? proposedAt;
  const facts = { by, at: at.toISOString(), decision: state, version };
  const when = `on ${sayTime(at)}`;
  if (state === "superseded") {
    throw new AppError("superseded", `${by} changed the policy ${when}, so version ${version} is void.`, facts);
  }
  const words = { in_force: "approved", rejected: "turned down", withdrawn: "withdrew" } as const;
  throw new AppError("decided_otherwise", `${by} ${words[state]} version ${version} ${when}.`, facts);
}

type Signing = { kind: string; input: SignRevisionInput; standing: KindStanding; revision: RevisionRecord };

async function decide(tx: Tx, actor: Actor, signing: Signing): Promise<SignRevisionAnswer> {
  const { kind, input, revision } = signing;
  const outcome = OUTCOMES[input.verdict];
  const effectiveAt = outcome === "in_force" ? await putInForce(tx, signing) : null;
  const end = { state: outcome, decidedBy: actor.id, note: input.note };
  const decidedAt = await decideRevision(tx, revision.id, end);
  invariant(decidedAt, "a proposal of a locked kind was taken");
  await writeAudit(tx, {
    action: AUDIT_ACTIONS[input.verdict],
    actor: { type: "person", id: actor.id, roles: actor.roles },
    subject: { type: "policy", id: kind },
    detail: {
      revisionId: revision.id,
      version: revision.version,
      seenVersion: input.version,
      proposedBy: revision.proposedBy,
      ...(effectiveAt && { effectiveAt }),
    },
  });
  return {
    kind,
    revisionId: revision.id,
    version: revision.version,
    outcome,
    effectiveAt: effectiveAt?.toISOString() ?? null,
    at: decidedAt.toISOString(),
  };
}

async function putInForce(tx: Tx, { kind, standing, revision }: Signing): Promise<Date> {
  const { fields, version, proposedBy: by } = revision;
  const { delaySeconds, waitsForEarlier } = assessEdit(standing, fields);
  const write = { kind, seenVersion: standing.version, version, fields, by, delaySeconds, waitsForEarlier };
  const effectiveAt = await putPolicy(tx, write);
  // The version was read under the lock of the kind, which plain SQL does not take.
  if (effectiveAt === null) throw changedOutside();
  return effectiveAt;
}

function changedOutside(): AppError {
  const sentence = "The policy was changed outside this desk since it was proposed. Turn it down and propose it again.";
  return new AppError("changed_since_seen", sentence);
}
