import { type Db } from "#lib/db/index.ts";
import type { BrokenPolicy } from "./contract.ts";
import { type BindingPolicy, bindingPolicy, countInForceSince, periodsBefore } from "./rules/binding-policy.ts";
import { findBinding, type KindBinding } from "./sql/find-binding.ts";

/** The policies as they bind these actions, by key; an action that is missing from the answer is of a kind without one. */
export async function readBindingPolicies(
  keys: readonly string[],
  db?: Db,
): Promise<ReadonlyMap<string, BindingPolicy | BrokenPolicy>> {
  if (keys.length === 0) return new Map();
  return new Map((await findBinding(keys, db)).flatMap(bind));
}

function bind({ policy, recorded, claims }: KindBinding): [string, BindingPolicy | BrokenPolicy][] {
  const { kind, version, fields, brokenFields } = policy;
  if (brokenFields.length > 0) return [...claims.keys()].map((key) => [key, { kind, brokenFields }]);
  const earlier = periodsBefore(policy, recorded);
  // A thousand actions of one kind mostly have the same one or two: to fold thirty revisions for each took 200 ms.
  const known = new Map<number, BindingPolicy>();
  return [...claims].map(([key, since]) => {
    const count = countInForceSince(earlier, since);
    const binding = known.get(count) ?? bindingPolicy({ ...fields, kind, version }, earlier.slice(0, count), since);
    known.set(count, binding);
    return [key, binding];
  });
}
