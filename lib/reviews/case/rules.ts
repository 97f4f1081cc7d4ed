import type { Db } from "#lib/db/index.ts";
import { isBroken, type Policy, policySchema, readBindingPolicies, type StoredPolicy } from "#lib/policies/index.ts";

const EVERYTHING = ["*"];

/** The policy as it binds people for this action: a kind without one, or with one that cannot be read, is asked about. */
export async function readRules(tx: Db, key: string): Promise<Policy> {
  return (await readRulesOf(tx, [key]))(key);
}

export async function readRulesOf(tx: Db, keys: readonly string[]): Promise<(key: string) => Policy> {
  const policies = await readBindingPolicies(keys, tx);
  return (key) => rulesFrom(policies.get(key));
}

function rulesFrom(policy: StoredPolicy | undefined): Policy {
  if (policy === undefined) return policySchema.parse({ kind: "none" });
  return isBroken(policy) ? policySchema.parse({ kind: "broken", redact: EVERYTHING }) : policy;
}
