import { namesOf } from "#lib/audit/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import type { PolicyList, PolicyRow } from "./contract.ts";
import { findAllPolicies } from "./sql/find-policies.ts";
import { findProposals } from "./sql/find-revisions.ts";
import { listKinds } from "./sql/list-kinds.ts";
import { readMoment } from "./sql/lock-kind.ts";
import { toPolicyRow } from "./views/to-policy-row.ts";

/** Every policy, and the kinds of the data that have none: people decide about those. */
export async function listPolicies(actor: Actor): Promise<PolicyList> {
  requirePermission(actor, "policies.read");
  return transaction(async (tx) => {
    const policies = new Map((await findAllPolicies(tx)).map((policy) => [policy.kind, policy]));
    const proposals = new Map((await findProposals(tx)).map((proposal) => [proposal.kind, proposal]));
    const openReviews = new Map((await listKinds(tx)).map((seen) => [seen.kind, seen.openReviews]));
    const people = [...policies.values()].map(({ updatedBy }) => updatedBy);
    const nameOf = await namesOf(tx, [...people, ...[...proposals.values()].map(({ proposedBy }) => proposedBy)]);
    const kinds = new Set([...policies.keys(), ...proposals.keys(), ...openReviews.keys()]);
    const items = [...kinds].map((kind) => {
      const parts = { policy: policies.get(kind) ?? null, openReviews: openReviews.get(kind) ?? 0 };
      return toPolicyRow({ kind, proposal: proposals.get(kind), ...parts }, nameOf);
    });
    return { items: items.toSorted(urgentFirst), at: (await readMoment(tx)).now.toISOString() };
  });
}

function urgentFirst(a: PolicyRow, b: PolicyRow): number {
  const unknown = Number(b.state === "none") - Number(a.state === "none");
  return unknown || b.openReviews - a.openReviews || (a.kind < b.kind ? -1 : 1);
}
