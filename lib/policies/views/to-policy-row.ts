import type { NameOf } from "#lib/audit/index.ts";
import type { PolicyRow } from "../contract.ts";
import { DEFAULT_FIELDS } from "../rules/fields.ts";
import type { RevisionRecord } from "../sql/find-revisions.ts";
import type { PolicyRecord } from "../sql/policy-record.ts";

export type RowParts = {
  kind: string;
  policy: PolicyRecord | null;
  proposal: RevisionRecord | undefined;
  openReviews: number;
};

export function toPolicyRow({ kind, policy, proposal, openReviews }: RowParts, nameOf: NameOf): PolicyRow {
  return {
    kind,
    state: stateOf(policy),
    brokenFields: policy?.brokenFields ?? [],
    fields: policy?.fields ?? DEFAULT_FIELDS,
    version: policy?.version ?? 0,
    effectiveAt: policy?.effectiveAt.toISOString() ?? null,
    updatedBy: policy && nameOf(policy.updatedBy),
    updatedAt: policy?.updatedAt.toISOString() ?? null,
    openReviews,
    proposal: proposal
      ? {
          revisionId: proposal.id,
          version: proposal.version,
          proposedBy: nameOf(proposal.proposedBy),
          proposedAt: proposal.proposedAt.toISOString(),
        }
      : null,
  };
}

function stateOf(policy: PolicyRecord | null): PolicyRow["state"] {
  if (policy === null) return "none";
  return policy.brokenFields.length > 0 ? "broken" : "in_force";
}
