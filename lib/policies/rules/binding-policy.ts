import type { Policy, PolicyFields } from "../contract.ts";
import { DEFAULT_FIELDS } from "./fields.ts";
import { sameMeaning, strictest } from "./strictness.ts";

export type RevisionInForce = {
  fields: PolicyFields;
  until: Date;
};

export type BindingPolicy = Policy & {
  /** The verify rule is not the one the action was claimed under: its `absent` is inconclusive. */
  verifyChanged: boolean;
};

/**
 * The policy as it binds an action that was last claimed at `since` (null: nobody knows when): the current one, and
 * field by field the strictest of all that were in force from then on.
 */
export function bindingPolicy(current: Policy, earlier: readonly RevisionInForce[], since: Date | null): BindingPolicy {
  const inForce = earlier.filter(({ until }) => since === null || wasInForce(until, since));
  const { kind, version, ...fields } = current;
  const strict = inForce.reduce((strict, revision) => strictest(strict, revision.fields), fields);
  const verifyChanged = inForce.some((revision) => !sameMeaning(revision.fields.verify, current.verify));
  return { ...strict, kind, version, verifyChanged };
}

/** How many of them, the latest to end coming first, were in force then or later. */
export function countInForceSince(earlier: readonly RevisionInForce[], since: Date | null): number {
  const ended = since === null ? -1 : earlier.findIndex(({ until }) => !wasInForce(until, since));
  return ended === -1 ? earlier.length : ended;
}

/** Inclusive: a claim of the same millisecond may have been before the change. */
function wasInForce(until: Date, since: Date): boolean {
  return until.getTime() >= since.getTime();
}

export type RecordedRevision = { version: number; fields: PolicyFields; loosens: boolean; effectiveAt: Date };

/**
 * The times for which the revisions before the current one were in force, the latest to end first. One that
 * was replaced before it took effect never was. A first policy that loosens the default replaced it; one that came with
 * the installation did not.
 */
export function periodsBefore(
  current: { version: number; effectiveAt: Date },
  recorded: readonly RecordedRevision[],
): RevisionInForce[] {
  const known = recorded.filter(({ version }) => version <= current.version).toSorted((a, b) => b.version - a.version);
  const periods: RevisionInForce[] = [];
  let until = current.effectiveAt;
  for (const { version, fields, effectiveAt } of known) {
    if (version < current.version && effectiveAt < until) periods.push({ fields, until });
    if (effectiveAt < until) until = effectiveAt;
  }
  if (known.at(-1)?.loosens === true) periods.push({ fields: DEFAULT_FIELDS, until });
  return periods;
}
