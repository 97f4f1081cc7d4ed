import { type Actor, hasPermission } from "#lib/auth/index.ts";
import type { Db } from "#lib/db/index.ts";
import { isBroken, readPolicy, type StoredPolicy } from "#lib/policies/index.ts";

const EVERYTHING = ["*"];

export type Viewer = Pick<Actor, "roles">;
export type HiddenPathsOf = (kind: string) => Promise<readonly string[]>;

/** What of a kind's payload this viewer may not see. A policy that cannot be read could hide anything. */
export function hiddenPaths(viewer: Viewer, policy: StoredPolicy | undefined): readonly string[] {
  if (policy === undefined || hasPermission(viewer, "requests.sign")) return [];
  return isBroken(policy) ? EVERYTHING : policy.redact;
}

/** Asks once per kind. */
export function hiddenPathsReader(tx: Db, viewer: Viewer): HiddenPathsOf {
  const known = new Map<string, readonly string[]>();
  return async (kind) => {
    const paths = known.get(kind) ?? hiddenPaths(viewer, await readPolicy(kind, tx));
    known.set(kind, paths);
    return paths;
  };
}
