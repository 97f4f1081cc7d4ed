import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { type DuplicateList, shortKey } from "./contract.ts";
import { findDuplicates } from "./sql/duplicates/find-duplicates.ts";

const MAX_LISTED = 200;

/** What went out twice for certain within 30 days; suspicions are not among them. */
export async function listDuplicates(actor: Actor): Promise<DuplicateList> {
  requirePermission(actor, "reviews.read");
  const records = await transaction((tx) => findDuplicates(tx, MAX_LISTED));
  return {
    items: records.map(({ key, completedAt, total: _total, ...record }) => ({
      ...record,
      shortKey: shortKey(key),
      completedAt: completedAt?.toISOString() ?? null,
    })),
    total: records[0]?.total ?? 0,
  };
}
