import type { Db } from "#lib/db/index.ts";
import type { StoredPolicy } from "./contract.ts";
import { findPolicy } from "./sql/find-policies.ts";
import { toStoredPolicy } from "./sql/policy-record.ts";

/** As it stands now; what binds an action is `readBindingPolicies`. Undefined for a kind without one. */
export async function readPolicy(kind: string, db: Db): Promise<StoredPolicy | undefined> {
  const found = await findPolicy(db, kind);
  return found === null ? undefined : toStoredPolicy(found);
}
