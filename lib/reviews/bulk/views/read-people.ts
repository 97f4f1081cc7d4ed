import { type NameOf, namesOf } from "#lib/audit/index.ts";
import type { Db } from "#lib/db/index.ts";
import type { BulkRecord } from "../../sql/bulk/bulk-columns.ts";

export async function readPeople(db: Db, ...bulks: Pick<BulkRecord, "requestedBy" | "stoppedBy">[]): Promise<NameOf> {
  return namesOf(
    db,
    bulks.flatMap(({ requestedBy, stoppedBy }) => [requestedBy, stoppedBy]),
  );
}
