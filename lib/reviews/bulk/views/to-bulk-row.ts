import type { NameOf } from "#lib/audit/index.ts";
import type { BulkRecord } from "../../sql/bulk/bulk-columns.ts";
import type { CountedItems } from "../../sql/bulk/count-items.ts";
import type { BulkRow } from "../contract.ts";

const NOTHING = { asked: 0, done: 0, refused: 0, waiting: 0, notAttempted: 0, leftOut: 0 };

export function toBulkRow(bulk: BulkRecord, counted: readonly CountedItems[], nameOf: NameOf): BulkRow {
  const { id: _, ...counts } = counted.find(({ id }) => id === bulk.id) ?? { id: bulk.id, ...NOTHING };
  return {
    id: bulk.id,
    form: bulk.form,
    type: bulk.type,
    state: bulk.state,
    requestedBy: nameOf(bulk.requestedBy),
    reason: bulk.reason,
    frozenAt: bulk.frozenAt.toISOString(),
    askedAt: bulk.askedAt?.toISOString() ?? null,
    stoppedAt: bulk.stoppedAt?.toISOString() ?? null,
    stoppedBy: bulk.stoppedBy === null ? null : nameOf(bulk.stoppedBy),
    counts,
  };
}
