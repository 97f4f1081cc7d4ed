import { type NameOf, namesOf } from "#lib/audit/index.ts";
import { transaction, type Tx } from "#lib/db/index.ts";
import { inOrder } from "./rules/roles.ts";
import { findProposals, findRoleChange, type RoleChangeRecord } from "./sql/role-changes.ts";

type Named = ReturnType<NameOf>;
export type RoleChange = Pick<
  RoleChangeRecord,
  "id" | "from" | "to" | "state" | "proposedAt" | "decidedAt" | "effectiveAt" | "note"
> & { user: Named; proposedBy: Named; decidedBy: Named | null };

/** With names, for the messages about it: who gets one is the messages' to know. */
export async function readRoleChange(id: string): Promise<RoleChange | null> {
  return transaction(async (tx) => {
    const found = await findRoleChange(tx, id);
    const [change] = await withNames(tx, found ? [found] : []);
    return change ?? null;
  });
}

/** What waits for a second admin, oldest first. */
export async function readRoleProposals(): Promise<RoleChange[]> {
  return transaction(async (tx) => withNames(tx, await findProposals(tx)));
}

async function withNames(tx: Tx, changes: readonly RoleChangeRecord[]): Promise<RoleChange[]> {
  const people = changes.flatMap(({ userId, proposedBy, decidedBy }) => [userId, proposedBy, decidedBy]);
  const nameOf = await namesOf(tx, people);
  return changes.map(({ userId, proposedBy, decidedBy, ...change }) => ({
    ...change,
    from: inOrder(change.from),
    to: inOrder(change.to),
    user: nameOf(userId),
    proposedBy: nameOf(proposedBy),
    decidedBy: decidedBy === null ? null : nameOf(decidedBy),
  }));
}
