import type { Db } from "#lib/db/index.ts";
import { bindingPolicy, periodsBefore } from "../rules/binding-policy.ts";
import { findHistories, type KindHistory } from "../sql/find-histories.ts";

/** From when to when a claim had to be made for this recovery to bind its action. */
export type RecoveryPeriod = {
  kind: string;
  /** Exclusive; null: since ever, and whatever has no known claim. */
  after: Date | null;
  /** Inclusive; null: until now. */
  until: Date | null;
  recovery: "retry" | "verify";
  providerWindowSeconds: number;
};

/** What `readBindingPolicies` would find for any action, as periods: whatever is in none of them is asked about. */
export async function readRecoveryPeriods(db: Db): Promise<RecoveryPeriod[]> {
  return (await findHistories(db)).flatMap(periodsOf);
}

function periodsOf({ policy, recorded }: KindHistory): RecoveryPeriod[] {
  const { kind, version, fields, brokenFields } = policy;
  if (brokenFields.length > 0) return [];
  const earlier = periodsBefore(policy, recorded);
  return Array.from({ length: earlier.length + 1 }, (_, count) => {
    const bound = bindingPolicy({ ...fields, kind, version }, earlier.slice(0, count), null);
    const { recovery, providerWindowSeconds } = bound;
    const [after, until] = [earlier[count]?.until ?? null, earlier[count - 1]?.until ?? null];
    return recovery === "ask" ? [] : [{ kind, after, until, recovery, providerWindowSeconds }];
  }).flat();
}
