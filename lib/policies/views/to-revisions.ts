import type { NameOf } from "#lib/audit/index.ts";
import type { Revision } from "../contract.ts";
import { DEFAULT_FIELDS, differences } from "../rules/fields.ts";
import type { RevisionRecord } from "../sql/find-revisions.ts";

/** Newest first, each with what it changed of the one in force before it. */
export function toRevisions(records: readonly RevisionRecord[], nameOf: NameOf): Revision[] {
  return records.map((record, place) => {
    const before = records.slice(place + 1).find(({ state }) => state === "in_force");
    return toRevision(record, before, nameOf);
  });
}

function toRevision(record: RevisionRecord, before: RevisionRecord | undefined, nameOf: NameOf): Revision {
  const { id, version, state, fields, reason, loosens, note } = record;
  const person = (who: string | null) => (who === null ? null : nameOf(who));
  return {
    id,
    version,
    state,
    fields,
    changes: differences(before?.fields ?? DEFAULT_FIELDS, fields),
    reason,
    loosens,
    proposedBy: nameOf(record.proposedBy),
    proposedAt: record.proposedAt.toISOString(),
    approvedBy: person(record.approvedBy),
    decidedBy: person(record.decidedBy),
    decidedAt: record.decidedAt?.toISOString() ?? null,
    note,
    effectiveAt: record.effectiveAt?.toISOString() ?? null,
  };
}
