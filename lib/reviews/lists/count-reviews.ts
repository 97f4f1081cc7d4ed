import { type Actor, hasPermission, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import type { ReviewCounts } from "../contract.ts";
import { countTabs } from "../sql/lists/count-tabs.ts";

export async function countReviews(actor: Actor): Promise<ReviewCounts> {
  requirePermission(actor, "reviews.read");
  const viewer = { id: actor.id, maySign: hasPermission(actor, "requests.sign") };
  return transaction((tx) => countTabs(tx, viewer));
}
