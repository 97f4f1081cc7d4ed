import type { Tx } from "#lib/db/index.ts";
import { invariant } from "../../errors.ts";
import { differences } from "../rules/fields.ts";
import { insertFound } from "../sql/write-revision.ts";
import type { KindStanding } from "./load-standing.ts";

/** Whether the policy in force is its own last revision; plain SQL writes the one without the other. */
export function isRecorded({ policy, revisions }: KindStanding): boolean {
  if (policy === null) return true;
  const own = revisions.find(({ version, state }) => version === policy.version && state === "in_force");
  return own !== undefined && differences(own.fields, policy.fields).length === 0;
}

/**
 * What an edit replaces must be a revision, or nobody could tell later what bound the actions claimed under it. The
 * standing as it is afterwards.
 */
export async function recordFound(tx: Tx, standing: KindStanding): Promise<KindStanding> {
  const { policy, nextVersion, revisions } = standing;
  if (policy === null || isRecorded(standing)) return standing;
  const isTaken = revisions.some(({ version }) => version === policy.version);
  const version = isTaken ? nextVersion : policy.version;
  const { kind, fields, updatedBy } = policy;
  invariant(await insertFound(tx, { kind, version, fields, proposedBy: updatedBy }), "a locked kind got a revision");
  return { ...standing, nextVersion: Math.max(nextVersion, version + 1) };
}
