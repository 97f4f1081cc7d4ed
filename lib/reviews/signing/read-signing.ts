import { type Actor, hasPermission, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { listPolicies } from "#lib/policies/index.ts";
import { findUnsignable } from "../sql/requests/find-unsignable.ts";
import type { Signing } from "./contract.ts";

/** Who may sign at all: for an empty list, and for what would wait for ever. */
export async function readSigning(actor: Actor): Promise<Signing> {
  requirePermission(actor, "reviews.read");
  const policies = hasPermission(actor, "requests.sign") ? (await listPolicies(actor)).items : [];
  const kinds = policies.map(({ kind }) => kind).toSorted();
  const unsignable = hasPermission(actor, "users.manage") ? await transaction(findUnsignable) : null;
  return { kinds, unsignable };
}
