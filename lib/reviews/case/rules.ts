import type { Db } from "#lib/db/index.ts";
import { isBroken, type Policy, policySchema, readPolicies, type StoredPolicy } from "#lib/policies/index.ts";

const EVERYTHING = ["*"];

/** The policy of a kind as it binds people: a kind without one, or with one that cannot be read, is asked about. */
export async function readRules(tx: Db, kind: string): Promise<Policy> {
  return (await readRulesOf(tx, [kind]))(kind);
}

export async function readRulesOf(tx: Db, kinds: readonly string[]): Promise<(kind: string) => Policy> {
  const policies = await readPolicies([...new Set(kinds)], tx);
  return (kind) => rulesFrom(policies.get(kind));
}

function rulesFrom(policy: StoredPolicy | undefined): Policy {
  if (policy === undefined) return policySchema.parse({ kind: "none" });
  return isBroken(policy) ? policySchema.parse({ kind: "broken", redact: EVERYTHING }) : policy;
}
