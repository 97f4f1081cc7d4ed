import { type Actor, hasPermission } from "#lib/auth/index.ts";
import type { Db } from "#lib/db/index.ts";
import { readRecoveryPeriods } from "#lib/policies/index.ts";
import type { ReviewFilter } from "../lists/contract.ts";
import type { ListScope } from "../sql/reviews/tab-condition.ts";

/** Whose list it is; the policies only where the risk is asked for, which is made of them. */
export async function openScope(tx: Db, actor: Actor, { risk }: Pick<ReviewFilter, "risk">): Promise<ListScope> {
  const viewer = { id: actor.id, maySign: hasPermission(actor, "requests.sign") };
  return { viewer, recoveries: risk === undefined ? [] : await readRecoveryPeriods(tx) };
}

/** The same where the numbers are split by risk. */
export async function openRiskScope(tx: Db, actor: Actor): Promise<ListScope> {
  const viewer = { id: actor.id, maySign: hasPermission(actor, "requests.sign") };
  return { viewer, recoveries: await readRecoveryPeriods(tx) };
}
