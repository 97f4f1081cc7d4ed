import type { Db } from "#lib/db/index.ts";
import type { PolicyFields } from "../contract.ts";
import type { Standing } from "../rules/assess-edit.ts";
import { bindingPolicy, periodsBefore, type RecordedRevision } from "../rules/binding-policy.ts";
import { DEFAULT_FIELDS } from "../rules/fields.ts";
import { findPolicy } from "../sql/find-policies.ts";
import { findRevisions, type RevisionRecord } from "../sql/find-revisions.ts";
import { readMoment } from "../sql/lock-kind.ts";
import type { PolicyRecord } from "../sql/policy-record.ts";

export type KindStanding = Standing & {
  policy: PolicyRecord | null;
  version: number;
  /** Newest first. */
  revisions: RevisionRecord[];
  proposal: RevisionRecord | undefined;
  nextVersion: number;
  now: Date;
};

/** All that an edit of this kind is judged by. */
export async function loadStanding(db: Db, kind: string): Promise<KindStanding> {
  const policy = await findPolicy(db, kind);
  const revisions = await findRevisions(db, kind);
  const { now, admins } = await readMoment(db);
  return {
    policy,
    version: policy?.version ?? 0,
    current: policy?.fields ?? DEFAULT_FIELDS,
    binding: policy === null ? DEFAULT_FIELDS : boundNow(policy, revisions, now),
    admins,
    revisions,
    proposal: revisions.find(({ state }) => state === "proposed"),
    nextVersion: Math.max(policy?.version ?? 0, revisions[0]?.version ?? 0) + 1,
    now,
  };
}

function boundNow(policy: PolicyRecord, revisions: readonly RevisionRecord[], now: Date): PolicyFields {
  const { kind, version, fields } = policy;
  return bindingPolicy({ ...fields, kind, version }, periodsBefore(policy, revisions.flatMap(toRecorded)), now);
}

function toRecorded({ effectiveAt, ...revision }: RevisionRecord): RecordedRevision[] {
  return effectiveAt === null ? [] : [{ ...revision, effectiveAt }];
}
