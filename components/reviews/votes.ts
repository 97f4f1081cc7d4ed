import type { ReviewRequest } from "#lib/reviews/contract.ts";

export type Votes = { given: number; needed: number; names: string[] };

export function votesOf({ signOffs, signOffsNeeded }: Pick<ReviewRequest, "signOffs" | "signOffsNeeded">): Votes {
  const approvals = signOffs.filter(({ verdict }) => verdict === "approve");
  return { given: approvals.length, needed: signOffsNeeded, names: approvals.map(({ approver }) => approver.name) };
}
