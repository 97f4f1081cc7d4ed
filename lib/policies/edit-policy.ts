import { namesOf, writeAudit } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import { AppError, invariant } from "../errors.ts";
import type { EditPolicyAnswer, EditPolicyInput, PolicyFields } from "./contract.ts";
import { assessEdit, type Assessment } from "./rules/assess-edit.ts";
import { differences, withGiven } from "./rules/fields.ts";
import { findProblems } from "./rules/find-problems.ts";
import { sayTime } from "./rules/say-time.ts";
import { readDurations } from "./sql/count-waiting.ts";
import { lockKind } from "./sql/lock-kind.ts";
import { putPolicy } from "./sql/put-policy.ts";
import { insertRevision, supersedeProposal } from "./sql/write-revision.ts";
import { type KindStanding, loadStanding } from "./standing/load-standing.ts";
import { recordFound } from "./standing/record-found.ts";

type Edit = { kind: string; input: EditPolicyInput; standing: KindStanding; after: PolicyFields };

/** Saves a policy as its next version; one that loosens it is proposed, where another admin could sign it. */
export async function editPolicy(actor: Actor, kind: string, input: EditPolicyInput): Promise<EditPolicyAnswer> {
  requirePermission(actor, "policies.edit");
  return transaction(async (tx) => {
    await lockKind(tx, kind);
    const standing = await loadStanding(tx, kind);
    await requireSeenVersion(tx, standing, input.version);
    const after = withGiven(standing.current, input.fields);
    await requireSound(tx, { kind, standing, after });
    const edit = { kind, input, standing: await recordFound(tx, standing), after };
    const assessment = assessEdit(standing, edit.after);
    return assessment.needsSecondAdmin ? propose(tx, actor, edit, assessment) : putInForce(tx, actor, edit, assessment);
  });
}

export async function requireSeenVersion(tx: Tx, { policy, version }: KindStanding, seen: number): Promise<void> {
  if (version === seen) return;
  if (policy === null) throw new AppError("changed_since_seen", "There is no policy for this kind yet.", { version });
  const { name } = (await namesOf(tx, [policy.updatedBy]))(policy.updatedBy);
  const sentence = `${name} saved version ${version} on ${sayTime(policy.updatedAt)}. Nothing was recorded.`;
  throw new AppError("changed_since_seen", sentence, { by: name, at: policy.updatedAt.toISOString(), version });
}

async function requireSound(tx: Tx, { kind, standing, after }: Omit<Edit, "input">): Promise<void> {
  const { policy, current } = standing;
  const repairs = policy !== null && policy.brokenFields.length > 0;
  if (policy !== null && !repairs && differences(current, after).length === 0) {
    throw new AppError("invalid_input", "Nothing differs from the policy in force.", { field: "fields" });
  }
  const shortens = policy === null || after.staleAfterSeconds < current.staleAfterSeconds;
  const longest = shortens ? (await readDurations(tx, kind, after.staleAfterSeconds)).longestSeconds : null;
  const issues = findProblems(after, longest);
  const [first] = issues;
  if (first) throw new AppError("invalid_input", `${first.field}: ${first.message}`, { field: first.field, issues });
}

async function propose(tx: Tx, actor: Actor, edit: Edit, assessment: Assessment): Promise<EditPolicyAnswer> {
  const { kind, standing } = edit;
  const { proposal, nextVersion: version } = standing;
  if (proposal) {
    const { name } = (await namesOf(tx, [proposal.proposedBy]))(proposal.proposedBy);
    const at = proposal.proposedAt;
    const sentence = `${name} proposed version ${proposal.version} on ${sayTime(at)}. That comes first.`;
    throw new AppError("request_pending", sentence, { by: name, at: at.toISOString(), version: proposal.version });
  }
  const revisionId = await record(tx, actor, edit, { assessment, state: "proposed" });
  await audit(tx, actor, edit, { action: "policy.proposed", revisionId, assessment });
  return { kind, outcome: "proposed", revisionId, version, loosens: assessment.loosens, effectiveAt: null };
}

async function putInForce(tx: Tx, actor: Actor, edit: Edit, assessment: Assessment): Promise<EditPolicyAnswer> {
  const { kind, standing, after } = edit;
  const { version: seenVersion, nextVersion: version } = standing;
  const superseded = await supersedeProposal(tx, kind, actor.id);
  const write = { kind, seenVersion, version, fields: after, by: actor.id, ...assessment };
  const effectiveAt = await putPolicy(tx, write);
  // The version was read under the lock of the kind, which plain SQL does not take.
  if (effectiveAt === null) throw new AppError("changed_since_seen", "The policy was changed meanwhile.");
  const revisionId = await record(tx, actor, edit, { assessment, state: "in_force" });
  await audit(tx, actor, edit, { action: "policy.edited", revisionId, assessment, effectiveAt, superseded });
  const { loosens } = assessment;
  return { kind, outcome: "in_force", revisionId, version, loosens, effectiveAt: effectiveAt.toISOString() };
}

type Recording = { assessment: Assessment; state: "proposed" | "in_force" };

async function record(tx: Tx, actor: Actor, edit: Edit, { assessment, state }: Recording): Promise<string> {
  const { kind, input, standing, after } = edit;
  const loosens = assessment.loosens.length > 0;
  const { reason } = input;
  const version = standing.nextVersion;
  const given = { kind, version, fields: after, reason, loosens, state, proposedBy: actor.id };
  const id = await insertRevision(tx, given);
  invariant(id, "a revision of a locked kind was taken");
  return id;
}

type Fact = {
  action: string;
  revisionId: string;
  assessment: Assessment;
  effectiveAt?: Date;
  superseded?: string | null;
};

async function audit(tx: Tx, actor: Actor, { kind, standing, after }: Edit, fact: Fact): Promise<void> {
  const { revisionId, effectiveAt, superseded, assessment } = fact;
  await writeAudit(tx, {
    action: fact.action,
    actor: { type: "person", id: actor.id, roles: actor.roles },
    subject: { type: "policy", id: kind },
    detail: {
      revisionId,
      version: standing.nextVersion,
      seenVersion: standing.version,
      changed: differences(standing.current, after).map(({ field }) => field),
      loosens: assessment.loosens,
      ...(effectiveAt && { effectiveAt }),
      ...(superseded && { supersededRevisionId: superseded }),
    },
  });
}
