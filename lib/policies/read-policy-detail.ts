import { namesOf } from "#lib/audit/index.ts";
import { type Actor, hasPermission, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import type { PolicyDetail } from "./contract.ts";
import { DEFAULT_FIELDS } from "./rules/fields.ts";
import { maySignRevision } from "./rules/may-sign-revision.ts";
import { countOpenReviews } from "./sql/count-waiting.ts";
import type { RevisionRecord } from "./sql/find-revisions.ts";
import { loadStanding } from "./standing/load-standing.ts";
import { toPolicyRow } from "./views/to-policy-row.ts";
import { toRevisions } from "./views/to-revisions.ts";

/** One policy with all its revisions; for a kind without one, what the first edit would start from. */
export async function readPolicyDetail(actor: Actor, kind: string): Promise<PolicyDetail> {
  requirePermission(actor, "policies.read");
  return transaction(async (tx) => {
    const { policy, proposal, revisions, now } = await loadStanding(tx, kind);
    const { openReviews } = await countOpenReviews(tx, kind, policy?.fields ?? DEFAULT_FIELDS);
    const nameOf = await namesOf(tx, [policy?.updatedBy ?? null, ...revisions.flatMap(peopleOf)]);
    return {
      ...toPolicyRow({ kind, policy, proposal, openReviews }, nameOf),
      revisions: toRevisions(revisions, nameOf),
      viewer: { edit: mayEdit(actor), sign: proposal ? maySign(actor, proposal) : null },
      at: now.toISOString(),
    };
  });
}

function peopleOf({ proposedBy, approvedBy, decidedBy }: RevisionRecord): (string | null)[] {
  return [proposedBy, approvedBy, decidedBy];
}

function mayEdit(actor: Actor): PolicyDetail["viewer"]["edit"] {
  if (hasPermission(actor, "policies.edit")) return { allowed: true };
  return { allowed: false, because: "Editing a policy needs the role admin." };
}

function maySign(actor: Actor, proposal: RevisionRecord): PolicyDetail["viewer"]["sign"] {
  const refusal = maySignRevision(actor, proposal, "approve");
  return refusal === null ? { allowed: true } : { allowed: false, because: refusal.sentence };
}
